import type { analysisAll, OutputOf } from '@hengneng/contracts';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Tag } from '../../../ui/StatusTag.tsx';
import { mayBegin, useBegin } from '../../ledgers/new-record.ts';

type Report = OutputOf<typeof analysisAll>;
type Finding = Report['Findings'][number];

/** As the report of an abnormal use calls energies and their units. */
const KINDS: Readonly<Record<string, string>> = {
  elec: '电',
  gas: '天然气',
  water: '自来水',
  softWater: '软水',
  steam: '蒸汽',
  cooling: '冷量',
  heating: '热量',
  hotWater: '卫生热水',
};
const UNITS: readonly string[] = ['m³', 'kWh', 't', 'GJ'];
const FORM = 'energyAbnormalReport';

/** What the page knows of a day that is out of line; people add the rest. */
const valuesOf = (report: Report, { From, To, Actual, Reference }: Finding): Readonly<Record<string, unknown>> => {
  const place = report.Times.indexOf(From ?? '');
  const warmth = report.Series.find(({ Key }) => Key === 'temperature')?.Values[place];
  const energy = KINDS[report.CategoryCode];
  return {
    abnormalSource: '日报对比',
    abnormalKind: (Actual ?? 0) >= (Reference ?? 0) ? '用量突增' : '用量突减',
    ...(energy === undefined ? {} : { energyKind: energy }),
    ...(UNITS.includes(report.Unit) ? { quantityUnit: report.Unit } : {}),
    ...(From === null ? {} : { abnormalFrom: `${From}T00:00:00+08:00` }),
    ...(To === null ? {} : { abnormalTo: `${To}T23:59:00+08:00` }),
    ...(Actual === null ? {} : { actualQuantity: Actual.toFixed(2) }),
    ...(Reference === null ? {} : { benchmarkQuantity: Reference.toFixed(2) }),
    ...(warmth == null ? {} : { averageTemp: warmth.toFixed(1) }),
  };
};

/** 发现: pressed, the page looks at that time or that meter. */
export const Findings = ({
  report,
  project,
  onLook,
}: {
  readonly report: Report;
  readonly project: string;
  readonly onLook: (change: Readonly<Record<string, string>>) => void;
}): ReactElement => {
  const { begin, beginning } = useBegin();
  const mayReport = mayBegin(FORM);
  const lookAt = ({ From, To, NodeId, Kind }: Finding): Readonly<Record<string, string>> => ({
    ...(From === null || To === null ? {} : { from: From, to: To }),
    ...(NodeId === null ? {} : { node: NodeId }),
    ...(Kind === 'day' ? { grain: 'hour' } : {}),
  });
  return (
    <section className="surface report-part" aria-label="发现">
      <h2>发现</h2>
      {report.Findings.length === 0 ? (
        <p className="note">没有偏离同类日、总分不符或能效下降的情况</p>
      ) : (
        <ul className="analysis-findings">
          {report.Findings.map((finding) => (
            <li key={finding.Words}>
              <Tag tone={finding.Severity === 'alarm' ? 'bad' : 'warn'}>
                {finding.Severity === 'alarm' ? '异常' : '提示'}
              </Tag>
              <span className="analysis-line">{finding.Words}</span>
              {Object.keys(lookAt(finding)).length === 0 ? null : (
                <Button type="link" size="small" onClick={() => onLook(lookAt(finding))}>
                  定位
                </Button>
              )}
              {mayReport && finding.Kind === 'day' ? (
                <Button
                  type="link"
                  size="small"
                  loading={beginning}
                  onClick={() => begin({ moduleId: FORM, project, values: valuesOf(report, finding) })}
                >
                  提交能耗异常报告
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
