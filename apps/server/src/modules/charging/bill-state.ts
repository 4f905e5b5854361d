/**
 * Bills of a run are 待审核 until its release, also when the run has passed: whether it has is said once, by the run. Saying it on each bill wrote all of
 * them anew, a million in a minute, only for the release to write them again.
 */
import { type RawBuilder, sql } from 'kysely';

/** Of `bill b` that is not released yet: whether its run was checked. */
export const passed = sql<boolean>`exists (select from billing_run g where g.id = b.run_id and g.state = '待发布')`;

/** What people are told of a `bill b`. */
export const billState: RawBuilder<string> = sql`case when b.state = '待审核' and ${passed} then '待发布' else b.state end`;
