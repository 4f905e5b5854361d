import type { ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { suppliers } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { ListWithViews } from '../../engine/views/ListWithViews.tsx';
import { recordAddress } from '../../lib/routes.ts';

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (row['state'] === '停用' || row['state'] === '已撤销') return 'off';
  if (row['state'] === '限制' || row['papers'] === '已过期') return 'bad';
  return row['papers'] === '30天内到期' ? 'warn' : null;
};

const addressOf = (row: ViewRow): string | null => {
  const registration = textOf(row, 'registration');
  return registration === '' ? null : recordAddress(MODULES.serviceProvider.procedureId, registration);
};

/** Suppliers: the registrations by which they came, and the library that came of them. */
const SuppliersPage = (): ReactElement => (
  <ListWithViews
    moduleId="serviceProvider"
    path={suppliers.screen}
    label="服务商"
    records="登记与变更"
    views={[
      {
        key: 'library',
        view: suppliers,
        empty: '服务商库还没有单位',
        keywordHint: '单位名称、信用代码、联系人',
        address: addressOf,
        tone: toneOf,
      },
    ]}
  />
);

export default SuppliersPage;
