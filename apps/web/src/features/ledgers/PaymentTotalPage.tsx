import { viewIndex } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { behalfAndBonds, contractCollection, paymentMonths, paymentTotal } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type CSSProperties, type ReactElement, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CollectOrderDialog } from './CollectDialog.tsx';
import './payment-total.css';

const SCREEN = shortCodeOf(paymentTotal.screen);
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));
const ASKED = ['year', 'area', 'project', 'chargeMode', 'unit'] as const;

/** Light where little came in, dark where all did; the figure says it as well. */
const shade = (rate: number): CSSProperties => {
  const share = Math.max(0, Math.min(100, rate)) / 100;
  return {
    background: `color-mix(in srgb, #0f5c66 ${Math.round(share * 85)}%, #fff)`,
    color: share > 0.5 ? '#fff' : undefined,
  };
};

/** Areas by months: how much of what was due had come in by the end of each. */
const AreaMatrix = (): ReactElement | null => {
  const [params] = useSearchParams();
  const ask = Object.fromEntries(ASKED.flatMap((key) => (params.get(key) ? [[key, params.get(key) ?? '']] : [])));
  const { data } = useQuery({
    queryKey: ['rows', 'paymentMonths.matrix', ask],
    queryFn: ({ signal }) => callApi(viewIndex(paymentMonths), { ...ask, PageSize: 500 }, { signal }),
    placeholderData: keepPrevious,
  });
  if (data === undefined || data.rows.length === 0) return null;
  const areas = [...Map.groupBy(data.rows, (row) => textOf(row, 'area'))];
  const name = (area: string) => data.labels['area']?.[area] ?? area;
  return (
    <section className="surface area-matrix" aria-label="区域月度累计回款率">
      <h2>区域月度累计回款率（%）</h2>
      <div className="list-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">区域</th>
              {MONTHS.map((month) => (
                <th key={month} scope="col" className="right">
                  {Number(month)}月
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {areas.map(([area, rows]) => (
              <tr key={area}>
                <th scope="row">{name(area)}</th>
                {MONTHS.map((month) => {
                  const row = rows.find((one) => textOf(one, 'month').endsWith(`-${month}`));
                  const rate = row ? textOf(row, 'rate') : '';
                  return (
                    <td
                      key={month}
                      className="right"
                      style={rate === '' ? undefined : shade(Number(rate))}
                      title={row ? `到账 ${textOf(row, 'received')}，结算 ${textOf(row, 'billed')}` : undefined}
                    >
                      {rate === '' ? '—' : Number(rate).toFixed(1)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="note view-note">
        累计回款率＝年初至该月到账 ÷（年初未收＋年初至该月结算－取消）；当年未到的月份为空。
      </p>
    </section>
  );
};

const PaymentTotalPage = (): ReactElement => {
  const [ordered, setOrdered] = useState<string | null>(null);
  return (
    <div className="list-page">
      <PageHeader title="收款统计总表" note="年初欠款、当年结算、到账与期末未收，按区域、项目、月；金额按所选单位" />
      <ViewTabs
        label="收款统计"
        tabs={[
          {
            key: 'projects',
            label: '项目总表',
            content: () => (
              <>
                <ViewSection
                  view={paymentTotal}
                  empty="所选年度没有结算"
                  keywordHint="项目"
                  address={(row) =>
                    can(shortCodeOf(contractCollection.screen), 'search')
                      ? `${contractCollection.screen}?project=${encodeURIComponent(textOf(row, 'project'))}`
                      : null
                  }
                  tone={(row) => (row['check'] === '不平' ? 'bad' : null)}
                  actions={
                    can(SCREEN, 'edit')
                      ? (row) => (
                          <Button size="small" type="link" onClick={() => setOrdered(textOf(row, 'project'))}>
                            下达催收
                          </Button>
                        )
                      : undefined
                  }
                />
                <p className="note view-note">
                  校验：年初未收＋当年结算－取消－当年到账－预收冲抵＝期末未收，期末与应收台账的余额核对，不平的标红，请先查清再使用。
                  锁定后变动：月份核算锁定之后才入账的结算减取消。
                </p>
              </>
            ),
          },
          {
            key: 'months',
            label: '区域月度',
            content: () => (
              <>
                <AreaMatrix />
                <ViewSection view={paymentMonths} empty="所选年度没有结算" keywordHint="区域" />
              </>
            ),
          },
          {
            key: 'behalf',
            label: '代缴与保证金',
            content: () => (
              <>
                <ViewSection
                  view={behalfAndBonds}
                  empty="没有代缴垫付和保证金"
                  keywordHint="项目"
                  tone={(row) => (Number(row['openDays'] ?? 0) > 0 || Number(row['bondDays'] ?? 0) > 0 ? 'warn' : null)}
                />
                <p className="note view-note">
                  代缴在<Link to={`${contractCollection.screen}?tab=ages`}>应收账龄</Link>里按单催收。
                </p>
              </>
            ),
          },
        ]}
      />
      {ordered ? <CollectOrderDialog project={ordered} onClose={() => setOrdered(null)} /> : null}
    </div>
  );
};

export default PaymentTotalPage;
