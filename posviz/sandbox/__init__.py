"""Running code of a learner apart from the program; used through `exercise_runner`."""
