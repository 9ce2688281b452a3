"""Settings with which a persona reaches the bounds of its memory a hundred times sooner."""

LOW_CAPS = [
    "memory.episodic.closed_episodes_max=100",
    "memory.episodic.episode_items_max=16",
    "memory.skill.skills_max=10",
    "memory.semantic.facts_max=100",
    "memory.semantic.notes_max=100",
    "memory.pattern.instructions_max=10",
    "memory.pattern.patterns_max=10",
    "memory.consolidation.consolidated_max=10",
    "memory.consolidation.daily_lines_max=50",
    "memory.consolidation.insights_max=100",
    "memory.consolidation.repeats_max=20",
    "memory.consolidation.session_keep_s=864",
    "memory.consolidation.sessions_max=100",
    "memory.consolidation.topic_interval_min=2",
    "memory.consolidation.topic_waiting_max=50",
    "memory.consolidation.topics_max=10",
    "memory.lifecycle.archived_items_max=100",  # by default there is no bound
    "memory.lifecycle.long_term_items_max=1000",
]
