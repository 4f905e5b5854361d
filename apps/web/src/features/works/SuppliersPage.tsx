import type { ViewRow } from '@hengneng/contracts';
import { suppliers } from '@hengneng/forms/views';
import { type ReactElement, useState } from 'react';
import { ListWithViews } from '../../engine/views/ListWithViews.tsx';
import { SupplierDrawer } from './SupplierDrawer.tsx';

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (row['state'] === '停用' || row['state'] === '已撤销') return 'off';
  if (row['state'] === '限制' || row['papers'] === '已过期') return 'bad';
  return row['papers'] === '30天内到期' ? 'warn' : null;
};

/** Suppliers: the registrations by which they came, and the library that came of them. */
const SuppliersPage = (): ReactElement => {
  const [opened, setOpened] = useState<ViewRow | null>(null);
  return (
    <>
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
            onOpen: setOpened,
            tone: toneOf,
          },
        ]}
      />
      {opened === null ? null : <SupplierDrawer row={opened} onClose={() => setOpened(null)} />}
    </>
  );
};

export default SuppliersPage;
