import { addDays } from '@hengneng/core';
import { assessmentBaseline, type managementPlan, projectManagement, projectPost } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { effect } from '../kit/effect.ts';
import { ring } from '../kit/reminders.ts';

type Plan = Recorded<typeof managementPlan>;

/** Days between one reminder of a piece of work and the next; what comes once a year or season is told once, in time. */
const EVERY: Readonly<Record<Plan['routines'][number]['cycle'], number | null>> = {
  每日: 1,
  每周: 7,
  每月: 30,
  每季: 91,
  供能季前: null,
  每半年: 182,
  每年: null,
};
const RENEW_DAYS_BEFORE = 30;

export const managementPlanEffects: EffectsOf<'managementPlan', Plan> = {
  'managementPlan.current': effect(async ({ record, book, find, setEntry }) => {
    for (const old of await find(projectManagement, { project: record.project, state: '现行' }))
      await setEntry(projectManagement, old.id, { state: '已归档' });
    await book(projectManagement, {
      project: record.project,
      plan: record.id,
      year: record.planYear,
      kind: record.planKind,
      effectFrom: record.effectFrom,
      effectTo: record.effectTo,
      dutyMode: record.dutyMode,
      staffCount: record.staffCount,
      specialCert: record.specialCert,
      indoorSummer: record.indoorSummer,
      indoorWinter: record.indoorWinter,
      responseMinutes: record.responseMinutes,
      budget: record.budgetTotal,
      state: '现行',
      document: record.serial ?? '',
    });
  }),
  'managementPlan.baseline': effect(async ({ record, book, find, setEntry }) => {
    for (const old of await find(assessmentBaseline, { project: record.project, state: '现行' }))
      await setEntry(assessmentBaseline, old.id, { state: '已归档' });
    await book(
      assessmentBaseline,
      ...record.indicators.map((row) => ({
        project: record.project,
        year: record.planYear,
        indicator: row.indicator,
        indicatorUnit: row.indicatorUnit,
        lastValue: row.lastValue,
        targetValue: row.targetValue,
        weight: row.weight,
        dutyUser: row.dutyUser,
        checkCycle: row.checkCycle,
        state: '现行' as const,
        document: record.serial ?? '',
      })),
    );
  }),
  'managementPlan.routines': effect(async (call) => {
    const { tx, record, source, services } = call;
    // The plan before no longer asks for its work.
    const { rows } = await sql<{
      id: string;
    }>`select distinct source_id::text as id from reminder where source_module = ${source.module}
      and source_effect = ${source.effect} and source_id <> ${record.id} and project_code = ${record.project} and ended_at is null`.execute(
      tx,
    );
    for (const { id } of rows) await ring(call, { ...source, id }, false);
    for (const row of record.routines) {
      const every = EVERY[row.cycle];
      await services.remind({
        on: record.effectFrom,
        to: [row.routineOwner],
        title: `${row.cycle}${row.routine}（${row.executeBy}，管理方案${record.serial}）`,
        ...(every === null ? {} : { everyDays: every }),
      });
    }
  }),
  'managementPlan.posts': effect(async ({ tx, record, book, find, setEntry, services }) => {
    // What the plan before laid down ends; posts that contracts lay down stay.
    for (const old of await find(projectPost, { project: record.project, kind: '自有编制' }))
      if (old.sourceModule === 'managementPlan' && (old.validTo ?? '') >= record.effectFrom)
        await setEntry(projectPost, old.id, { validTo: addDays(record.effectFrom, -1) });
    await book(
      projectPost,
      ...record.posts.map((row) => ({
        project: record.project,
        kind: '自有编制' as const,
        post: row.post,
        headcount: String(row.headCount),
        needCert: row.needCert,
        contract: record.contract,
        validFrom: record.effectFrom,
        validTo: record.effectTo,
      })),
    );
    const { rows } = await sql<{
      n: number;
    }>`select count(distinct p.user_id)::int as n from user_project p join app_user u on u.id = p.user_id
      where p.project_code = ${record.project} and u.state = 'active'
        and coalesce(p.from_date, current_date) <= current_date and coalesce(p.to_date, current_date) >= current_date`.execute(
      tx,
    );
    const there = rows[0]?.n ?? 0;
    const needed = record.posts.reduce((sum, row) => sum + (row.needCert === '无' ? 0 : row.headCount), 0);
    const short = [
      there < record.staffCount ? `定编${record.staffCount}人，在岗${there}人` : '',
      record.specialCert < needed ? `须持证${needed}人，已持证${record.specialCert}人` : '',
    ].filter(Boolean);
    if (short.length > 0)
      await services.todo({
        kind: '缺编缺证',
        title: `管理方案${record.serial}：${short.join('；')}，请安排补员或取证`,
        project: record.project,
        to: [],
        role: 'hr',
      });
  }),
  'managementPlan.standards': effect(({ record, set }) =>
    set('project', record.project, {
      summer_temp: record.indoorSummer,
      winter_temp: record.indoorWinter,
      response_minutes: record.responseMinutes,
    }),
  ),
  'managementPlan.remindRenew': effect(async ({ record, services }) => {
    await services.remind({
      on: record.effectTo,
      daysBefore: RENEW_DAYS_BEFORE,
      to: [record.applicant],
      title: `管理方案${record.serial}将于${record.effectTo}失效，请编制新方案`,
    });
  }),
};
