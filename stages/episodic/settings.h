#pragma once
// EpisodicSettings: every number of the episodic stage, with its default in the field, and the one table that reads,
// validates and documents them as memory.episodic.<name>. Scores are integers of 10⁻⁶ here and decimals where people
// write them. Threads: values and constants.

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::episodic {

struct EpisodicSettings {
  std::int64_t content_code_points_max = 8192;
  std::int64_t excerpt_code_points_max = 500;
  std::int64_t turn_items_max = 500;

  std::int64_t chat_importance = 600'000;
  std::int64_t observation_importance = 400'000;
  std::int64_t task_importance = 700'000;
  std::int64_t decision_importance = 800'000;
  std::int64_t tool_use_importance = 700'000;
  std::int64_t error_importance = 900'000;
  std::int64_t insight_importance = 850'000;
  std::int64_t mentioned_me_bonus = 200'000;
  std::int64_t user_direct_message_bonus = 150'000;
  std::int64_t action_taken_bonus = 100'000;
  std::int64_t error_recovered_bonus = 150'000;
  std::int64_t access_bonus = 50'000;
  std::int64_t access_bonus_max = 200'000;

  std::int64_t tags_max = 12;
  std::int64_t tag_letters_min = 4;
  std::int64_t tag_letters_max = 40;

  std::int64_t links_max = 8;
  std::int64_t link_window_items = 256;
  std::int64_t link_points_min = 2;
  std::int64_t link_goal_points = 2;
  std::int64_t link_session_points = 1;
  std::int64_t link_tool_points = 1;
  std::int64_t link_tag_points = 1;

  std::int64_t sources_max = 16;

  std::int64_t ring_items_max = 100;
  std::int64_t ring_pressure_items = 80;
  std::int64_t promotion_trigger_importance = 700'000;
  std::int64_t promotion_importance_min = 600'000;
  std::int64_t ring_period_s = 60;
  std::int64_t age_out_s = 3600;
  std::int64_t age_out_importance = 500'000;

  std::int64_t episode_gap_s = 1800;
  std::int64_t episode_items_max = 256;
  std::int64_t open_episodes_max = 64;
  std::int64_t closed_episodes_max = 10'000;
};

using SettingField = stage_api::SettingField<EpisodicSettings>;
using S = EpisodicSettings;

// A default with a decimal point makes the row a score.
inline constexpr std::array kSettingFields{
    SettingField{{"episodic.access_bonus", "0.05", "", 0, 1, "",
                  "Importance gained each time (1 + number of accesses) doubles."},
                 &S::access_bonus},
    SettingField{{"episodic.access_bonus_max", "0.2", "", 0, 1, "", "Maximum that accesses can add to importance."},
                 &S::access_bonus_max},
    SettingField{
        {"episodic.action_taken_bonus", "0.1", "", 0, 1, "", "Added to a chat item if the agent acted in its turn."},
        &S::action_taken_bonus},
    SettingField{{"episodic.age_out_importance", "0.5", "", 0, 1, "",
                  "Items that reach the age of age_out_s below this are dropped."},
                 &S::age_out_importance},
    SettingField{{"episodic.age_out_s", "3600", "s", 1, 31536000, "",
                  "Age after which items below age_out_importance are dropped."},
                 &S::age_out_s},
    SettingField{{"episodic.chat_importance", "0.6", "", 0, 1, "", "Base importance of chat items."},
                 &S::chat_importance},
    SettingField{{"episodic.closed_episodes_max", "10000", "episodes", 1, 1000000, "",
                  "Closed episodes kept for a persona; the oldest is dropped first."},
                 &S::closed_episodes_max},
    SettingField{{"episodic.content_code_points_max", "8192", "code points", 64, 65536, "",
                  "Length at which an item's content is cut."},
                 &S::content_code_points_max},
    SettingField{{"episodic.decision_importance", "0.8", "", 0, 1, "", "Base importance of decisions."},
                 &S::decision_importance},
    SettingField{{"episodic.episode_gap_s", "1800", "s", 1, 31536000, "",
                  "Time without items in a session after which an episode ends."},
                 &S::episode_gap_s},
    SettingField{
        {"episodic.episode_items_max", "256", "items", 1, 4096, "", "Maximum number of item ids in an episode."},
        &S::episode_items_max},
    SettingField{{"episodic.error_importance", "0.9", "", 0, 1, "", "Base importance of errors."},
                 &S::error_importance},
    SettingField{
        {"episodic.error_recovered_bonus", "0.15", "", 0, 1, "", "Added to errors from which the turn recovered."},
        &S::error_recovered_bonus},
    SettingField{{"episodic.excerpt_code_points_max", "500", "code points", 16, 8192, "",
                  "Length at which inputs, outputs and results are cut inside a content."},
                 &S::excerpt_code_points_max},
    SettingField{{"episodic.insight_importance", "0.85", "", 0, 1, "", "Base importance of insights."},
                 &S::insight_importance},
    SettingField{{"episodic.link_goal_points", "2", "points", 0, 100, "", "Points for the same goal."},
                 &S::link_goal_points},
    SettingField{{"episodic.link_points_min", "2", "points", 1, 100, "",
                  "Two items with at least this many points are related."},
                 &S::link_points_min},
    SettingField{{"episodic.link_session_points", "1", "points", 0, 100, "", "Points for the same session."},
                 &S::link_session_points},
    SettingField{{"episodic.link_tag_points", "1", "points", 0, 100, "", "Points for each shared tag."},
                 &S::link_tag_points},
    SettingField{{"episodic.link_tool_points", "1", "points", 0, 100, "", "Points for the same tool."},
                 &S::link_tool_points},
    SettingField{{"episodic.link_window_items", "256", "items", 0, 4096, "",
                  "How many of a persona's last items a new one is compared with."},
                 &S::link_window_items},
    SettingField{
        {"episodic.links_max", "8", "links", 0, 64, "", "Maximum number of related items in an item, best first."},
        &S::links_max},
    SettingField{{"episodic.mentioned_me_bonus", "0.2", "", 0, 1, "", "Added to a chat item that mentions the agent."},
                 &S::mentioned_me_bonus},
    SettingField{{"episodic.observation_importance", "0.4", "", 0, 1, "", "Base importance of observations."},
                 &S::observation_importance},
    SettingField{{"episodic.open_episodes_max", "64", "episodes", 1, 1024, "",
                  "Open episodes of a persona; the one idle for longest is closed first."},
                 &S::open_episodes_max},
    SettingField{{"episodic.promotion_importance_min", "0.6", "", 0, 1, "",
                  "Items with at least this importance can be promoted."},
                 &S::promotion_importance_min},
    SettingField{{"episodic.promotion_trigger_importance", "0.7", "", 0, 1, "",
                  "An item with at least this importance makes all that qualify be promoted at once."},
                 &S::promotion_trigger_importance},
    SettingField{{"episodic.ring_items_max", "100", "items", 1, 1000, "", "Items in the short-term ring."},
                 &S::ring_items_max},
    SettingField{{"episodic.ring_period_s", "60", "s", 1, 86400, "",
                  "Interval at which items of the ring are promoted or dropped."},
                 &S::ring_period_s},
    SettingField{{"episodic.ring_pressure_items", "80", "items", 0, 1000, "",
                  "If the ring has more items than this, all that qualify are promoted."},
                 &S::ring_pressure_items},
    SettingField{{"episodic.sources_max", "16", "sources", 1, 16, "",
                  "Sources kept for an item into which equal items were merged."},
                 &S::sources_max},
    SettingField{{"episodic.tag_letters_max", "40", "letters", 4, 256, "", "Longer words do not become tags."},
                 &S::tag_letters_max},
    SettingField{{"episodic.tag_letters_min", "4", "letters", 1, 40, "", "Shorter words do not become tags."},
                 &S::tag_letters_min},
    SettingField{{"episodic.tags_max", "12", "tags", 0, 64, "", "Maximum number of tags of an item and of an episode."},
                 &S::tags_max},
    SettingField{{"episodic.task_importance", "0.7", "", 0, 1, "", "Base importance of tasks."}, &S::task_importance},
    SettingField{{"episodic.tool_use_importance", "0.7", "", 0, 1, "", "Base importance of tool uses."},
                 &S::tool_use_importance},
    SettingField{{"episodic.turn_items_max", "500", "items", 1, 10000, "",
                  "Maximum number of items of one turn; the last one summarises the rest."},
                 &S::turn_items_max},
    SettingField{
        {"episodic.user_direct_message_bonus", "0.15", "", 0, 1, "", "Added to a chat item of a direct message."},
        &S::user_direct_message_bonus},
};

/// For the stage catalog.
[[nodiscard]] std::vector<stage_api::SettingRow> setting_rows();

/// As stage_api::settings_from says.
[[nodiscard]] EpisodicSettings parse_settings(const nlohmann::json& memory);

}  // namespace turnstream::episodic
