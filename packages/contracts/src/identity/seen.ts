/** What an administrator was shown of somebody's roles and projects, as a text to send along: the same for the same rows in whatever order. */

type Words = readonly (string | null | undefined)[];

/** Never empty, so that it can be told from not being sent. */
const textOf = (rows: readonly Words[]): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(row.map((word) => word ?? ''))).sort());

interface Term {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

export const seenRoles = (rows: readonly (Term & { readonly roleId: string })[]): string =>
  textOf(rows.map(({ roleId, from, to }) => [roleId, from, to]));

export const seenProjects = (
  rows: readonly (Term & { readonly ProjectCode: string; readonly projectRole?: string | null | undefined })[],
): string => textOf(rows.map(({ ProjectCode, projectRole, from, to }) => [ProjectCode, projectRole, from, to]));
