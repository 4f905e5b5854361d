/** 「校验：超科目预算」 is called 超科目预算 where its kind is said elsewhere. */
export const flagName = (label: string): string => label.replace(/^校验[：:]/, '');
