/** ShortCode of the page: whose buttons are asked for. */
export const CODE = 'configurableQuestionnaireList';

/** Queries that show something of questionnaires. */
export const SHOWN = ['questionnaire', 'rows'] as const;
