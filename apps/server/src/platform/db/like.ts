const escaped = (keyword: string): string => keyword.trim().replaceAll(/[\\%_]/g, (letter) => `\\${letter}`);

/** Pattern of texts that contain a keyword, for `ilike`: its `%`, `_` and `\` are letters like any other. */
export const likeText = (keyword: string): string => `%${escaped(keyword)}%`;

/** Pattern of texts that begin with a keyword. */
export const beginsLike = (keyword: string): string => `${escaped(keyword)}%`;
