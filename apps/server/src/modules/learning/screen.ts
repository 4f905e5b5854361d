export const LIBRARY = 'formFlow.trainingManagement.trainingLearn.learningDatabase';
/** What files of lessons are linked to. */
export const LESSON_FILES = 'lesson';
