import type { OperationRow } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { CardPager, type Paging } from '../../../ui/CardTable.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { Complete } from '../reports/common.tsx';
import { Actions, amountText, Deviation, Entry, MonthComplete, Warnings } from './columns.tsx';

/** What a person asks of a project at a glance. */
export const ProjectCard = ({
  row,
  money,
}: {
  readonly row: OperationRow;
  /** Whether the person sees what yesterday cost. */
  readonly money: boolean;
}): ReactElement => (
  <>
    <header>
      <strong>{row.ProjectName}</strong>
      <Tag tone="neutral">{row.stateName}</Tag>
    </header>
    <small>
      {[row.ProjectCode, row.areaName, row.City, row.BuildType, row.MainEnergy, row.managerName]
        .filter((one) => one !== null && one !== undefined && one !== '')
        .join(' · ')}
    </small>
    <dl>
      <dt>今日录入</dt>
      <dd>
        <Entry row={row} />
      </dd>
      <dt>昨日用电（kWh）</dt>
      <dd>{amountText(row.YesterdayElec, 'electricity')}</dd>
      <dt>昨日用气（m³）</dt>
      <dd>{amountText(row.YesterdayGas, 'gas')}</dd>
      <dt>昨日冷热量（kWh）</dt>
      <dd>{amountText(row.YesterdayCool, 'heat')}</dd>
      {money ? (
        <>
          <dt>昨日能源费（元）</dt>
          <dd title={row.CostNote ?? undefined}>{formatMoney(row.YesterdayCost)}</dd>
        </>
      ) : null}
      <dt>同温偏差（%）</dt>
      <dd>
        <Deviation row={row} />
      </dd>
      <dt>昨日完整率</dt>
      <dd>
        <Complete value={row.YesterdayComplete ?? null} />
      </dd>
      <dt>本月完整率</dt>
      <dd>
        <MonthComplete row={row} />
      </dd>
      <dt>未处理报警</dt>
      <dd>
        <Warnings row={row} />
      </dd>
    </dl>
    <Actions row={row} />
  </>
);

/** The same projects a card each. */
export const ProjectCards = ({
  rows,
  money,
  paging,
}: {
  readonly rows: readonly OperationRow[];
  readonly money: boolean;
  readonly paging: Paging;
}): ReactElement => (
  <>
    <ul className="project-cards" aria-label="运营项目卡片">
      {rows.map((row) => (
        <li key={row.ProjectCode} className="surface project-card">
          <ProjectCard row={row} money={money} />
        </li>
      ))}
    </ul>
    <CardPager {...paging} />
  </>
);
