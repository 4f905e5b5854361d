/** SQL over the people in the machine rooms, as several pages count them. */

/** What people in a machine room are called, in their project or in their file. */
export const CREW_POSTS = '(运行|技师|班长|主值|副值|电工|锅炉|司炉|维修工|学徒)';

/** Certificates without which nobody may run a plant. */
export const OPERATING_PAPERS = '(作业证|司炉证|水处理证)';

/** `up`, `u`: who works in the machine room of a project on a day. */
export const crewOf = (project: string, day: string): string => `user_project up join app_user u on u.id = up.user_id
  and u.state = 'active' and up.project_code = ${project} and coalesce(up.from_date, ${day}) <= ${day} and coalesce(up.to_date, ${day}) >= ${day}
  and coalesce(up.project_role, u.position, '') ~ '${CREW_POSTS}'`;

/** `t`: papers for the plant that a person holds and that are good on a day. */
export const papersOf = (
  holder: string,
  day: string,
): string => `b_certificate t where t.holder = ${holder} and not t.voided
  and t.state = '有效' and t.kind ~ '${OPERATING_PAPERS}' and coalesce(t.valid_to, ${day}) >= ${day}`;
