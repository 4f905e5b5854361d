import type { ViewRow } from '@hengneng/contracts';
import { MODULES, type ModuleId } from '@hengneng/core';
import { consultEngineers, consultOrders, consultSteps } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { recordAddress } from '../../lib/routes.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

const KNOWN: readonly ModuleId[] = ['consult', 'ecuConsult', 'saleConsult', 'internalRelation'];

const orderAddress = (row: ViewRow): string | null => {
  const module = KNOWN.find((id) => id === row['module']);
  return module === undefined ? null : recordAddress(MODULES[module].procedureId, textOf(row, 'record'));
};

const Orders = (): ReactElement => (
  <>
    <ViewSection
      view={consultOrders}
      empty="所选期间没有咨询单"
      keywordHint="单号、项目、类型"
      address={orderAddress}
      tone={(row) => (Number(row['lateDays'] ?? 0) > 0 ? 'bad' : row['state'] === '否决' ? 'off' : null)}
    />
    <p className="note view-note">
      撤回的单不计。及时率＝交付日不晚于要求日期的完成单÷完成单；驳回率＝有过驳回的单÷受理单；用时按工作日历计。在办超期的排在最前，点单号可催办。
    </p>
  </>
);

/** Consultations: what came in and went out, who carries how much, which step holds them up. */
const ConsultOrdersPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title={consultOrders.title} note={consultOrders.purpose} />
    <ViewTabs
      label="咨询统计"
      tabs={[
        { key: 'orders', label: '咨询单', content: () => <Orders /> },
        {
          key: 'engineers',
          label: '工程师',
          content: () => <ViewSection view={consultEngineers} empty="所选期间没有咨询单" />,
        },
        {
          key: 'steps',
          label: '环节耗时',
          content: () => (
            <ViewSection
              view={consultSteps}
              empty="所选期间没有经过任何环节"
              keywordHint="环节"
              tone={(row) => (Number(row['late'] ?? 0) > 0 ? 'warn' : null)}
            />
          ),
        },
      ]}
    />
  </div>
);

export default ConsultOrdersPage;
