import { addDays } from '@hengneng/core';
import { type airConditioningArea, settlementArea, settlementBasis } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { refused } from '../../platform/http/errors.ts';
import { effect } from '../kit/effect.ts';

type Area = Recorded<typeof airConditioningArea>;

export const airConditioningAreaEffects: EffectsOf<'airConditioningArea', Area> = {
  'airConditioningArea.contract': effect(({ record, set }) =>
    set('contract', record.contract, { settle_area: record.chargeTotal, settle_area_from: record.effectiveDate }),
  ),
  'airConditioningArea.ledger': effect(async ({ record, book, find, setEntry }) => {
    for (const old of await find(settlementArea, { contract: record.contract, state: '生效' })) {
      if ((old.validFrom ?? '') > record.effectiveDate)
        throw refused(`分户面积${old.document}自${old.validFrom}起生效，本单生效日期不能更早`);
      await setEntry(settlementArea, old.id, { state: '已截止', validTo: addDays(record.effectiveDate, -1) });
    }
    await book(
      settlementArea,
      ...record.areas.map((row) => ({
        project: record.project,
        contract: record.contract,
        building: row.building,
        floorRange: row.floorRange,
        occupant: row.occupant,
        useKind: row.useKind,
        useState: row.useState,
        buildArea: row.buildArea,
        airArea: row.airArea,
        chargeArea: row.chargeArea ?? '0',
        validFrom: row.chargeStart > record.effectiveDate ? row.chargeStart : record.effectiveDate,
        validTo: row.chargeEnd,
        state: '生效' as const,
        document: record.serial ?? '',
      })),
    );
  }),
  'airConditioningArea.basis': effect(async ({ record, book }) => {
    await book(settlementBasis, {
      basisNo: record.serial ?? '',
      kind: '面积',
      item: `${record.settleFrom} 起计费面积`,
      project: record.project,
      contract: record.contract,
      month: record.settleFrom ?? record.effectiveDate.slice(0, 7),
      periodStart: record.effectiveDate,
      quantity: record.chargeTotal ?? '0',
      unit: 'm²',
      state: '未结算',
    });
  }),
  'airConditioningArea.draftAgreement': effect(async ({ record, services }) => {
    if (record.needSupplement === true)
      await services.draft({
        module: 'supplementaryAgreement',
        applicant: record.applicant,
        title: `计费面积确认${record.serial}需签补充协议，请补全`,
        values: {
          project: record.project,
          contract: record.contract,
          contractSide: '客户合同',
          changeKinds: ['面积增减'],
          reason: '客户需求',
          effectDate: record.effectiveDate,
        },
      });
  }),
  // A project may have several contracts; its area is that of all of them.
  'airConditioningArea.projectArea': effect(async ({ tx, record, set }) => {
    const { rows } = await sql<{ area: string }>`select sum(air_area)::text as area from b_settlement_area
      where project = ${record.project} and state = '生效' and not voided`.execute(tx);
    await set('project', record.project, { air_area: rows[0]?.area ?? record.airTotal });
  }),
};
