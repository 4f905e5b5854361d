import { COMPARE_DAYS, type CompareSet, MOST_SERIES } from '@hengneng/contracts';
import { Button, Input, InputNumber } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { OptionSelect } from '../../../ui/OptionSelect.tsx';
import { ReportSpan } from '../reports/common.tsx';
import { useNodes } from './NodeTree.tsx';

export type Series = CompareSet['Series'][number];

/** Nodes by the names that tell them apart: 「电 / 冷却水系统 / 1#泵」. */
const useNodeOptions = (project: string) => {
  const nodes = useNodes(project);
  return useMemo(() => {
    const byId = new Map((nodes.data ?? []).map((node) => [node.NodeId, node]));
    const pathOf = (id: string): string => {
      const node = byId.get(id);
      if (node === undefined) return '';
      return node.ParentId === null ? node.Name : `${pathOf(node.ParentId)} / ${node.Name}`;
    };
    return [...byId.keys()].map((value) => ({ value, label: pathOf(value) }));
  }, [nodes.data]);
};

export const NodeSelect = ({
  project,
  value,
  label = '对象',
  onChange,
}: {
  readonly project: string;
  readonly value: string | undefined;
  readonly label?: string;
  readonly onChange: (node: string) => void;
}): ReactElement => {
  const options = useNodeOptions(project);
  return (
    <OptionSelect
      className="analysis-node"
      aria={{ 'aria-label': label }}
      placeholder={label}
      allowClear={false}
      value={value ?? null}
      options={options}
      onChange={(next) => {
        if (next) onChange(next);
      }}
    />
  );
};

/** 对比集: up to four series, each an object, a time and conditions. */
export const SeriesEditor = ({
  project,
  series,
  onChange,
}: {
  readonly project: string;
  readonly series: readonly Series[];
  readonly onChange: (series: readonly Series[]) => void;
}): ReactElement => {
  const change = (at: number, part: Partial<Series>) =>
    onChange(series.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const warmth = (one: Series, at: number, key: 'MinC' | 'MaxC', label: string) => (
    <InputNumber
      aria-label={`${one.Name}${label}`}
      placeholder={label}
      min={-50}
      max={60}
      value={one[key] ?? null}
      onChange={(value) => {
        const { [key]: _, ...rest } = one;
        onChange(
          series.map((other, index) => (index === at ? (value === null ? rest : { ...rest, [key]: value }) : other)),
        );
      }}
    />
  );
  const last = series.at(-1);
  return (
    <div className="analysis-series">
      {series.map((one, at) => (
        // A series has no name of its own that may not change; its place is what it is.
        // biome-ignore lint/suspicious/noArrayIndexKey: places are what they are told apart by
        <fieldset key={at} className="surface">
          <legend>第{at + 1}条</legend>
          <Input
            aria-label={`第${at + 1}条名称`}
            maxLength={40}
            value={one.Name}
            onChange={(event) => change(at, { Name: event.target.value })}
          />
          <NodeSelect project={project} value={one.NodeId} onChange={(NodeId) => change(at, { NodeId })} />
          <ReportSpan
            id={`series-span-${at}`}
            label={`第${at + 1}条时间`}
            picker="date"
            from={one.Date.from}
            to={one.Date.to}
            onChange={({ from, to }) => change(at, { Date: { from, to } })}
          />
          <span className="analysis-pair">
            <OptionSelect
              aria={{ 'aria-label': `第${at + 1}条日类型` }}
              allowClear={false}
              value={one.Days}
              options={Object.entries(COMPARE_DAYS).map(([value, label]) => ({ value, label }))}
              onChange={(Days) => change(at, { Days: (Days ?? 'all') as Series['Days'] })}
            />
            {warmth(one, at, 'MinC', '最低℃')}
            {warmth(one, at, 'MaxC', '最高℃')}
          </span>
          {series.length > 1 ? (
            <Button size="small" type="text" onClick={() => onChange(series.filter((_, index) => index !== at))}>
              去掉
            </Button>
          ) : null}
        </fieldset>
      ))}
      {series.length < MOST_SERIES && last !== undefined ? (
        <Button block onClick={() => onChange([...series, { ...last, Name: `第${series.length + 1}段` }])}>
          加一条
        </Button>
      ) : null}
    </div>
  );
};
