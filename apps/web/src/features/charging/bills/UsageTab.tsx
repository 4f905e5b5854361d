import { chargeMeters, chargeSaveMeter, chargeUsage, USE_STATES, type UseRow } from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { quantityText } from '../quantity.ts';
import { BILL_SCREEN, BILLS, type Filters, type SetFilters, thisMonth } from './shared.ts';

const TONES = { 可出账: 'accent', 缺用量: 'bad', 已出账: 'good' } as const;
const SIZE = 50;

const MeterForm = ({
  community,
  row,
  onClose,
}: {
  readonly community: string;
  readonly row: UseRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ meterId?: string }>();
  const [typed, setTyped] = useState('');
  const meters = useQuery({
    queryKey: [BILLS, 'meters', community, typed],
    queryFn: ({ signal }) => callApi(chargeMeters, { communityId: community, Keyword: typed }, { signal }),
    placeholderData: keepPreviousData,
  });
  const save = useWrite(chargeSaveMeter, {
    said: `${row.room} ${row.fee} 的表计已保存`,
    renews: [BILLS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const options = (meters.data?.rows ?? []).map(({ id, code, name, unit, rooms }) => ({
    value: id,
    label: `${code} ${name}（${unit}）${rooms === '' ? '' : `，已用于 ${rooms}`}`,
  }));
  const own = row.meterId !== null && options.every(({ value }) => value !== row.meterId);
  return (
    <AppModal
      title={`${row.room} ${row.fee} 的表计`}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="bills-usage-tab-meter-form"
        form={form}
        layout="vertical"
        initialValues={{ meterId: row.meterId ?? undefined }}
        onFinish={({ meterId }) =>
          save.mutate({ roomFeeId: row.roomFeeId, version: row.version, meterId: meterId ?? '' })
        }
      >
        <Form.Item
          name="meterId"
          label="表计"
          extra="用量按抄表的日用量合计，换表与倍率已计入；不选则按录入或导入的用量"
        >
          <Select
            allowClear
            loading={meters.isPending}
            showSearch={{ filterOption: false, onSearch: setTyped }}
            options={own ? [{ value: row.meterId ?? '', label: row.meter }, ...options] : options}
            placeholder="录入或导入的用量"
          />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const columnsOf = (onMeter: (row: UseRow) => void): readonly CardColumn<UseRow>[] => [
  { key: 'room', head: '房间', main: true, show: (row) => row.room },
  { key: 'fee', head: '收费项目', show: (row) => row.fee },
  { key: 'span', head: '起止', show: (row) => `${row.from} 至 ${row.to}` },
  { key: 'meter', head: '表计', show: (row) => row.meter || '—' },
  { key: 'last', head: '上次读数', number: true, show: (row) => (row.last === null ? '—' : formatDecimal(row.last)) },
  { key: 'now', head: '本次读数', number: true, show: (row) => (row.now === null ? '—' : formatDecimal(row.now)) },
  { key: 'ratios', head: '倍率', number: true, show: (row) => row.ratios || '—' },
  {
    key: 'usage',
    head: '用量',
    number: true,
    show: (row) => (
      <>
        {row.usage === null ? '—' : quantityText(row.usage, row.unit)}
        {row.swaps > 0 ? <Tag tone="accent">{`换表 ${row.swaps} 次`}</Tag> : null}
      </>
    ),
  },
  {
    key: 'estimated',
    head: '其中估算',
    number: true,
    hint: '缺少读数的时段按前后读数推算的部分',
    show: (row) => (Number(row.estimated) === 0 ? '—' : quantityText(row.estimated, row.unit)),
  },
  { key: 'source', head: '来源', show: (row) => row.source || '—' },
  {
    key: 'state',
    head: '状态',
    show: (row) => (
      <>
        <Tag tone={TONES[row.state]}>{row.state}</Tag>
        {row.why === '' ? null : <small>{row.why}</small>}
      </>
    ),
  },
  {
    key: 'do',
    head: '操作',
    acts: true,
    show: (row) =>
      can(BILL_SCREEN, 'edit') && row.state !== '已出账' ? (
        <Button type="link" className="cell-link" onClick={() => onMeter(row)}>
          {row.meterId === null ? '绑定表计' : '换绑表计'}
        </Button>
      ) : null,
  },
];

/** 用量: what would be billed by use in a month, with its readings; what is lacking is seen before a run. */
export const UsageTab = ({
  filters,
  setFilters,
}: {
  readonly filters: Filters;
  readonly setFilters: SetFilters;
}): ReactElement => {
  const [binding, setBinding] = useState<UseRow | null>(null);
  const community = filters['community'] ?? '';
  const asked = {
    communityId: community,
    period: filters['from'] ?? filters['period'] ?? thisMonth(),
    fee: filters['fee'] ?? '',
    building: filters['building'] ?? '',
    state: USE_STATES.find((state) => state === filters['use']) ?? ('' as const),
    PageIndex: Number(filters['PageIndex'] ?? 1) || 1,
    PageSize: SIZE,
  };
  const list = useQuery({
    queryKey: [BILLS, 'usage', asked],
    queryFn: ({ signal }) => callApi(chargeUsage, asked, { signal }),
    placeholderData: keepPreviousData,
    enabled: community !== '',
  });
  if (community === '')
    return (
      <section className="surface">
        <EmptyHint text="请先选择小区" />
      </section>
    );
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={8} />;
  const { rows, total, counts } = list.data;
  return (
    <>
      <div className="row-do">
        <ChoiceFilter
          label="用量状态"
          value={asked.state === '' ? undefined : asked.state}
          options={USE_STATES}
          onChange={(use) => setFilters({ use, PageIndex: null })}
        />
        <span>
          账期 {asked.period}：可出账 {counts.ready}，缺用量 {counts.lacking}，已出账 {counts.billed}
        </span>
      </div>
      {total === 0 ? (
        <section className="surface">
          <EmptyHint text="本账期没有按用量计费的房间" />
        </section>
      ) : (
        <CardTable
          label="用量"
          columns={columnsOf(setBinding)}
          rows={rows}
          rowKey={(row) => row.roomFeeId}
          paging={{
            index: asked.PageIndex,
            size: SIZE,
            total,
            onChange: (PageIndex) => setFilters({ PageIndex: String(PageIndex) }),
          }}
        />
      )}
      {binding === null ? null : <MeterForm community={community} row={binding} onClose={() => setBinding(null)} />}
    </>
  );
};
