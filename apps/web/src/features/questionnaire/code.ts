/** ShortCode of the page: whose buttons are asked for. */
export const CODE = 'configurableQuestionnaireList';
