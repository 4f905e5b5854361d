import type { ChartGroup } from '@hengneng/contracts';
import { type CompiledField, formatValue, listFields, unitOf, type ViewChart as Shape } from '@hengneng/form-kit';
import { type ReactElement, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { Chart } from '../../ui/chart/Chart.tsx';
import { optionOf } from './chart-option.ts';

interface Props {
  readonly chart: Shape;
  readonly by: CompiledField;
  readonly groups: readonly ChartGroup[];
  readonly labels: Readonly<Record<string, string>> | undefined;
  readonly height?: number | undefined;
  /** Where the rows of a group are, by its value; null where there is no such place. */
  readonly address?: ((by: string) => string | null) | undefined;
}

const NONE = '未填';

/** The picture of a view: its groups by name, its series with their units. */
export const RowsChart = ({ chart, by, groups, labels, height, address }: Props): ReactElement => {
  const navigate = useNavigate();
  const addressOf = (group: ChartGroup | undefined): string | null =>
    group?.by == null ? null : (address?.(group.by) ?? null);
  const series = useMemo(() => listFields(chart.series), [chart]);
  const names = useMemo(
    () =>
      groups.map((group) =>
        group.by === null ? NONE : formatValue(by.field, group.by, { label: (key) => labels?.[key] }),
      ),
    [groups, by, labels],
  );
  const option = useMemo(() => optionOf(chart, { names, series, groups }), [chart, names, series, groups]);
  return (
    <Chart
      title={chart.label}
      option={option}
      {...(height === undefined ? {} : { height })}
      {...(address === undefined
        ? {}
        : {
            onPick: (name: string) => {
              const to = addressOf(groups[names.indexOf(name)]);
              if (to !== null) void navigate(to);
            },
          })}
      table={
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{by.label}</th>
              {series.map((of) => (
                <th key={of.key} scope="col" className="right">
                  {of.label}
                  {unitOf(of.field) ? <small>（{unitOf(of.field)}）</small> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group, at) => {
              const to = addressOf(group);
              const name = group.across ? `${names[at] ?? ''} ${group.across}` : names[at];
              return (
                <tr key={`${group.by ?? ''} ${group.across ?? ''}`}>
                  <td>{to === null ? name : <Link to={to}>{name}</Link>}</td>
                  {series.map((of, column) => (
                    <td key={of.key} className="right">
                      {formatValue(of.field, group.values[column])}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      }
    />
  );
};
