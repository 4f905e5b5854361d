/** What the reports of energy share: whose they are, how figures are written, how well they are known. */
import { type InputOf, reportExport } from '@hengneng/contracts';
import { formatQuantity, type QuantityName } from '@hengneng/energy/units';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { download } from '../../../lib/download.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { lastProject } from '../last-project.ts';
import './reports.css';

/** The project of the address, else the one that was looked at last. */
export const useReportProject = (filters: Filters): string => {
  const [kept] = useState(lastProject);
  return filters['ProjectCode'] ?? kept;
};

const QUANTITY: Readonly<Record<string, QuantityName>> = {
  elec: 'electricity',
  gas: 'gas',
  water: 'water',
  softWater: 'water',
  hotWater: 'water',
  steam: 'steam',
  cooling: 'heat',
  heating: 'heat',
};

/** An amount of an energy, without its unit; a dash where nothing is known. */
export const amount = (code: string, value: string | number | null | undefined): string =>
  formatQuantity(value === null || value === undefined ? null : Number(value), QUANTITY[code] ?? 'electricity');

export const rate = (value: number | null | undefined): string =>
  value === null || value === undefined ? '—' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}%`;

interface Quality {
  readonly complete: number | null;
  readonly estimated: number | null;
}

/** 完整率 and 估算占比; orange below 95 %, red below 80 %. */
export const Complete = ({ value }: { readonly value: number | null }): ReactElement => (
  <span className={value === null ? 'quality' : value < 80 ? 'quality bad' : value < 95 ? 'quality warn' : 'quality'}>
    {value === null ? '—' : `${value.toFixed(1)}%`}
  </span>
);

export const QualityNote = ({ complete, estimated }: Quality): ReactElement => (
  <p className="report-quality" role="status">
    完整率 <Complete value={complete} />
    {complete !== null && complete < 95 ? <em>数据不全</em> : null}，估算占比{' '}
    {estimated === null ? '—' : `${estimated.toFixed(1)}%`}
  </p>
);

interface About {
  readonly projectName: string;
  readonly asOf: string;
  readonly pending: number;
}

/** Title, what it is of, and taking it along. */
export const ReportHead = ({
  title,
  about,
  idle,
  screen,
  ask,
}: {
  readonly title: ReactNode;
  readonly about: About | undefined;
  /** What the page is for, as long as nothing is shown. */
  readonly idle: string;
  readonly screen: string;
  readonly ask: InputOf<typeof reportExport> | null;
}): ReactElement => (
  <PageHeader
    title={title}
    note={
      about
        ? `${about.projectName}，数据截至 ${formatDateTime(about.asOf)}${about.pending > 0 ? `，${about.pending} 块表正在重算` : ''}`
        : idle
    }
    actions={
      can(screen, 'export') && ask !== null ? (
        <>
          <Button onClick={() => void download('POST', reportExport.path, ask, { name: '能耗报表.xlsx' })}>导出</Button>
          <Button onClick={() => print()}>打印</Button>
        </>
      ) : null
    }
  />
);
