#pragma once
// EpisodicSettings: the numbers of the episodic stage that can be set, with their defaults, and the table that reads,
// validates and documents them as memory.episodic.<name>. A score is an integer of millionths here and a decimal in the
// configuration. Threads: values and constants.

#include <array>
#include <cstdint>

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

using stage_api::count_field;
using stage_api::score_field;
using S = EpisodicSettings;

/// One row for each setting, in order of name. The defaults are the initial values of the fields above.
inline constexpr std::array kSettingFields{
    score_field("episodic.access_bonus", &S::access_bonus, 0, 1,
                "Importance that an item of the ring gains each time (1 + number of accesses) doubles."),
    score_field("episodic.access_bonus_max", &S::access_bonus_max, 0, 1,
                "Maximum that accesses can add to importance."),
    score_field("episodic.action_taken_bonus", &S::action_taken_bonus, 0, 1,
                "Added to the item made of turn_data if the agent acted in the turn."),
    score_field("episodic.age_out_importance", &S::age_out_importance, 0, 1,
                "Items of the ring with less importance are dropped when they are older than age_out_s."),
    count_field("episodic.age_out_s", &S::age_out_s, "s", 1, 31536000,
                "Age after which items of the ring below age_out_importance are dropped."),
    score_field("episodic.chat_importance", &S::chat_importance, 0, 1,
                "Base importance of chat items if the turn gives none."),
    count_field("episodic.closed_episodes_max", &S::closed_episodes_max, "episodes", 1, 1000000,
                "Closed episodes kept for a persona; the one that closed first is dropped first."),
    count_field("episodic.content_code_points_max", &S::content_code_points_max, "code points", 64, 65536,
                "Length at which an item's content is cut."),
    score_field("episodic.decision_importance", &S::decision_importance, 0, 1,
                "Base importance of decisions if the turn gives none."),
    count_field("episodic.episode_gap_s", &S::episode_gap_s, "s", 1, 31536000,
                "Time without items in a session after which an episode ends."),
    count_field("episodic.episode_items_max", &S::episode_items_max, "items", 1, 4096,
                "Maximum number of item ids in an episode."),
    score_field("episodic.error_importance", &S::error_importance, 0, 1,
                "Base importance of errors if the turn gives none."),
    score_field("episodic.error_recovered_bonus", &S::error_recovered_bonus, 0, 1,
                "Added to all items of type error of a turn if error_recovered is true in it."),
    count_field("episodic.excerpt_code_points_max", &S::excerpt_code_points_max, "code points", 16, 8192,
                "Length at which inputs, outputs and errors of tools and results of actions are cut inside a content."),
    score_field("episodic.insight_importance", &S::insight_importance, 0, 1,
                "Base importance of insights if the turn gives none."),
    count_field("episodic.link_goal_points", &S::link_goal_points, "points", 0, 100, "Points for the same goal."),
    count_field("episodic.link_points_min", &S::link_points_min, "points", 1, 100,
                "Two items with at least this many points are related."),
    count_field("episodic.link_session_points", &S::link_session_points, "points", 0, 100,
                "Points for the same session."),
    count_field("episodic.link_tag_points", &S::link_tag_points, "points", 0, 100, "Points for each shared tag."),
    count_field("episodic.link_tool_points", &S::link_tool_points, "points", 0, 100, "Points for the same tool."),
    count_field("episodic.link_window_items", &S::link_window_items, "items", 0, 4096,
                "How many of a persona's last items a new one is compared with."),
    count_field("episodic.links_max", &S::links_max, "links", 0, 64,
                "Maximum number of related items in an item, best first."),
    score_field("episodic.mentioned_me_bonus", &S::mentioned_me_bonus, 0, 1,
                "Added to the item made of turn_data if mentioned_me is true in the turn."),
    score_field("episodic.observation_importance", &S::observation_importance, 0, 1,
                "Base importance of observations if the turn gives none."),
    count_field("episodic.open_episodes_max", &S::open_episodes_max, "episodes", 1, 1024,
                "Open episodes of a persona; the one idle for longest is closed first."),
    score_field("episodic.promotion_importance_min", &S::promotion_importance_min, 0, 1,
                "Items of the ring with at least this importance qualify for promotion, except ephemeral ones."),
    score_field(
        "episodic.promotion_trigger_importance", &S::promotion_trigger_importance, 0, 1,
        "If a new item, or the item into which it is merged, has at least this importance, all items that qualify "
        "are promoted at once."),
    count_field("episodic.ring_items_max", &S::ring_items_max, "items", 1, 1000,
                "Maximum number of items in the short-term ring of a persona."),
    count_field("episodic.ring_period_s", &S::ring_period_s, "s", 1, 86400,
                "Interval at which the ring is checked for items to promote or drop."),
    count_field("episodic.ring_pressure_items", &S::ring_pressure_items, "items", 0, 1000,
                "If the ring has more items than this, all items that qualify are promoted."),
    count_field(
        "episodic.sources_max", &S::sources_max, "sources", 1, 16,
        "Sources kept for an item into which equal items were merged. Their references are added while it has fewer "
        "than this."),
    count_field("episodic.tag_letters_max", &S::tag_letters_max, "letters", 4, 256,
                "Longer words of a text do not become tags."),
    count_field("episodic.tag_letters_min", &S::tag_letters_min, "letters", 1, 40,
                "Shorter words of a text do not become tags.")
        .limited_by("episodic.tag_letters_max"),
    count_field("episodic.tags_max", &S::tags_max, "tags", 0, 64,
                "Maximum number of tags of an item and of an episode."),
    score_field("episodic.task_importance", &S::task_importance, 0, 1,
                "Base importance of tasks if the turn gives none."),
    score_field("episodic.tool_use_importance", &S::tool_use_importance, 0, 1,
                "Base importance of tool uses if the turn gives none."),
    count_field("episodic.turn_items_max", &S::turn_items_max, "items", 1, 10000,
                "Maximum number of items of one turn. If it has more, the last one says how many were left out."),
    score_field("episodic.user_direct_message_bonus", &S::user_direct_message_bonus, 0, 1,
                "Added to the item made of turn_data if user_direct_message is true in the turn."),
};

}  // namespace turnstream::episodic
