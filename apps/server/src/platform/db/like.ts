/** Pattern of texts that contain a keyword, for `ilike`: its `%`, `_` and `\` are letters like any other. */
export const likeText = (keyword: string): string =>
  `%${keyword.trim().replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
