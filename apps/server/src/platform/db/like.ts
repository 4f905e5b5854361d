const escaped = (keyword: string): string => keyword.trim().replaceAll(/[\\%_]/g, (letter) => `\\${letter}`);

/** Pattern of texts that contain a keyword, for `ilike`: its `%`, `_` and `\` are letters like any other. */
export const likeText = (keyword: string): string => `%${escaped(keyword)}%`;

/** Pattern of texts that begin with a keyword. */
export const beginsLike = (keyword: string): string => `${escaped(keyword)}%`;

/** How a text is asked for a keyword. Only letters have a case: without them `like` finds the same at a fraction of what `ilike` costs a row. */
export const likeOf = (keyword: string): 'like' | 'ilike' =>
  keyword.toLowerCase() === keyword.toUpperCase() ? 'like' : 'ilike';
