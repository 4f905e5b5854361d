import {
  buildingTree,
  chargeMeters,
  POOL_WEIGHTS,
  ROOM_USAGES,
  sharedCostSave,
  sharedParts,
  type SharedPool,
  sharedPools,
  sharedPoolSave,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Money } from '../../../ui/Money.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { BUILDINGS } from '../registry/shared.ts';
import { quantityText } from '../quantity.ts';
import { BILL_SCREEN, BILLS, type Filters, thisMonth, useFees } from './shared.ts';

const RENEWS = [BILLS] as const;
const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

interface Values {
  readonly name: string;
  readonly feeId: string;
  readonly buildingId?: string;
  readonly weigh: (typeof POOL_WEIGHTS)[number];
  readonly weighFeeId?: string;
  readonly meterId?: string;
  readonly usage: (typeof ROOM_USAGES)[number];
  readonly from: string;
}

const PoolForm = ({
  community,
  period,
  pool,
  onClose,
}: {
  readonly community: string;
  readonly period: string;
  readonly pool: SharedPool | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [typed, setTyped] = useState('');
  const fees = useFees(community);
  const buildings = useQuery({
    queryKey: [BUILDINGS, community],
    queryFn: ({ signal }) => callApi(buildingTree, { communityId: community }, { signal }),
  });
  const meters = useQuery({
    queryKey: [BILLS, 'meters', community, typed],
    queryFn: ({ signal }) => callApi(chargeMeters, { communityId: community, Keyword: typed }, { signal }),
    placeholderData: keepPreviousData,
  });
  const save = useWrite(sharedPoolSave, {
    said: '公摊项目已保存',
    renews: RENEWS,
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const weigh = Form.useWatch('weigh', form);
  const fixed = pool?.used ?? false;
  const feeOptions = (fees.data ?? [])
    .filter(({ kind }) => kind !== '临时' && kind !== '押金')
    .map(({ id, name }) => ({ value: id, label: name }));
  const meterOptions = (meters.data?.rows ?? []).map(({ id, code, name, unit }) => ({
    value: id,
    label: `${code} ${name}（${unit}）`,
  }));
  return (
    <AppModal
      title={pool === null ? '新增公摊项目' : `修改 ${pool.name}`}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="pool-form"
        form={form}
        layout="vertical"
        initialValues={
          pool === null
            ? { weigh: '建筑面积', usage: '居民', from: `${period}-01` }
            : {
                name: pool.name,
                feeId: pool.feeId,
                buildingId: pool.buildingId ?? undefined,
                weigh: pool.weigh,
                weighFeeId: pool.weighFeeId ?? undefined,
                meterId: pool.meterId ?? undefined,
                usage: pool.usage,
                from: pool.from,
              }
        }
        onFinish={(values) =>
          save.mutate({
            action: 'save',
            communityId: community,
            id: pool?.id ?? '',
            version: pool?.version ?? 0,
            ...values,
            buildingId: values.buildingId ?? '',
            weighFeeId: values.weigh === '用量' ? (values.weighFeeId ?? '') : '',
            meterId: values.meterId ?? '',
          })
        }
      >
        {fixed ? <p className="note">已按该公摊出过账，只能改名称；要改分摊方式请先停止，再另建</p> : null}
        <Form.Item name="name" label="名称" rules={[{ required: true, message: '请填写名称' }]}>
          <Input maxLength={40} placeholder="如 1栋电梯电" />
        </Form.Item>
        <Form.Item
          name="feeId"
          label="收费项目"
          extra="计费依据为用量；设了该费项的房间参与分摊"
          rules={[{ required: true, message: '请选择收费项目' }]}
        >
          <Select disabled={fixed} loading={fees.isPending} options={feeOptions} />
        </Form.Item>
        <Form.Item name="buildingId" label="范围">
          <Select
            disabled={fixed}
            allowClear
            loading={buildings.isPending}
            placeholder="全小区"
            options={(buildings.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item
          name="weigh"
          label="分摊方式"
          extra="面积、户数、人数按在费天数计；人数取房间收费项的数量，未填按1人"
        >
          <Select disabled={fixed} options={optionsOf(POOL_WEIGHTS)} />
        </Form.Item>
        {weigh === '用量' ? (
          <Form.Item name="weighFeeId" label="按哪个费项的用量" rules={[{ required: true, message: '请选择费项' }]}>
            <Select disabled={fixed} loading={fees.isPending} options={feeOptions} />
          </Form.Item>
        ) : null}
        <Form.Item name="meterId" label="公摊总表" extra="不选则每个账期录入数量或金额">
          <Select
            disabled={fixed}
            allowClear
            loading={meters.isPending}
            showSearch={{ filterOption: false, onSearch: setTyped }}
            options={
              pool?.meterId != null && meterOptions.every(({ value }) => value !== pool.meterId)
                ? [{ value: pool.meterId, label: pool.meter }, ...meterOptions]
                : meterOptions
            }
          />
        </Form.Item>
        <Form.Item name="usage" label="单价用途" extra="数量按该用途的单价计成总额">
          <Select disabled={fixed} options={optionsOf(ROOM_USAGES)} />
        </Form.Item>
        <Form.Item name="from" label="起日" rules={[{ required: true, message: '请选择起日' }]}>
          <MomentField />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const CostForm = ({
  pool,
  period,
  onClose,
}: {
  readonly pool: SharedPool;
  readonly period: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ quantity?: string; amount?: string }>();
  const save = useWrite(sharedCostSave, {
    said: `${pool.name} ${period} 的公摊费用已保存`,
    renews: RENEWS,
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`${pool.name} ${pool.cycle ?? period} 公摊费用`}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="cost-form"
        form={form}
        layout="vertical"
        initialValues={{ quantity: pool.enteredQuantity ?? '', amount: pool.enteredAmount ?? '' }}
        onFinish={({ quantity = '', amount = '' }) =>
          save.mutate({ poolId: pool.id, period, version: pool.costVersion, quantity, amount })
        }
      >
        {pool.meterId === null ? (
          <Form.Item name="quantity" label={`公摊数量（${pool.unit}）`}>
            <Input inputMode="decimal" maxLength={17} />
          </Form.Item>
        ) : (
          <p className="note">数量取自表计 {pool.meter}</p>
        )}
        <Form.Item name="amount" label="公摊金额（元）" extra="不填则按数量乘单价">
          <Input inputMode="decimal" maxLength={15} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const EndForm = ({
  community,
  pool,
  onClose,
}: {
  readonly community: string;
  readonly pool: SharedPool;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ to: string }>();
  const save = useWrite(sharedPoolSave, {
    said: `${pool.name} 已停止`,
    renews: RENEWS,
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal title={`停止 ${pool.name}`} confirmLoading={save.isPending} onOk={() => form.submit()} onCancel={onClose}>
      <Form
        name="end-form"
        form={form}
        layout="vertical"
        onFinish={({ to }) =>
          save.mutate({ action: 'end', communityId: community, id: pool.id, version: pool.version, to })
        }
      >
        <Form.Item name="to" label="止日（含）" rules={[{ required: true, message: '请选择止日' }]}>
          <MomentField />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const Parts = ({
  pool,
  period,
  onClose,
}: {
  readonly pool: SharedPool;
  readonly period: string;
  readonly onClose: () => void;
}): ReactElement => {
  const list = useQuery({
    queryKey: [BILLS, 'pool-parts', pool.id, period],
    queryFn: ({ signal }) => callApi(sharedParts, { poolId: pool.id, period }, { signal }),
  });
  return (
    <AppDrawer title={`${pool.name} ${pool.cycle ?? period} 各户份额`} width={680} onClose={onClose}>
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <>
          <p className="note">
            总额 <Money value={list.data.total} unit="元" />
            ，按{pool.weigh}，权重合计 {formatDecimal(list.data.weights)}；各户之和等于总额
            {list.data.fault === '' ? '' : `；${list.data.fault}`}
          </p>
          {list.data.rows.length === 0 ? (
            <EmptyHint text="没有参与分摊的房间" />
          ) : (
            <DataTable
              label="各户份额"
              columns={[
                { key: 'room', head: '房间' },
                { key: 'weight', head: '权重', number: true, show: (row) => formatDecimal(row.weight) },
                {
                  key: 'quantity',
                  head: '数量',
                  unit: pool.unit,
                  number: true,
                  show: (row) => (row.quantity === null ? '—' : formatDecimal(row.quantity)),
                },
                { key: 'amount', head: '金额', unit: '元', number: true, show: (row) => <Money value={row.amount} /> },
                { key: 'why', head: '说明', show: (row) => row.why || '—' },
              ]}
              rows={list.data.rows}
              rowKey={(row) => row.id}
            />
          )}
        </>
      )}
    </AppDrawer>
  );
};

type Doing = { readonly what: 'new' } | { readonly what: 'edit' | 'cost' | 'end' | 'parts'; readonly pool: SharedPool };

const columnsOf = (onDo: (doing: Doing) => void): readonly CardColumn<SharedPool>[] => [
  { key: 'name', head: '公摊项目', main: true, show: (row) => row.name },
  { key: 'fee', head: '收费项目', show: (row) => row.fee },
  { key: 'where', head: '范围', show: (row) => row.where },
  {
    key: 'weigh',
    head: '分摊方式',
    show: (row) => (row.weighFee === '' ? row.weigh : `${row.weigh}（${row.weighFee}）`),
  },
  { key: 'meter', head: '公摊总表', show: (row) => row.meter || '录入' },
  { key: 'span', head: '起止', show: (row) => `${row.from} 至 ${row.to ?? '今'}` },
  { key: 'cycle', head: '账期', show: (row) => row.cycle ?? '—' },
  {
    key: 'quantity',
    head: '数量',
    number: true,
    show: (row) => (row.quantity === null ? '—' : quantityText(row.quantity, row.unit)),
  },
  { key: 'total', head: '总额', unit: '元', number: true, show: (row) => <Money value={row.total} /> },
  { key: 'rooms', head: '户数', unit: '户', number: true, show: (row) => row.rooms },
  {
    key: 'state',
    head: '状态',
    show: (row) => (
      <>
        <Tag tone={row.shared ? 'good' : row.fault === '' ? 'accent' : 'bad'}>
          {row.shared ? '已出账' : row.fault === '' ? '可出账' : '不能出账'}
        </Tag>
        {row.fault === '' ? null : <small>{row.fault}</small>}
      </>
    ),
  },
  {
    key: 'do',
    head: '操作',
    acts: true,
    show: (pool) => (
      <span className="row-do">
        <Button type="link" className="cell-link" onClick={() => onDo({ what: 'parts', pool })}>
          各户份额
        </Button>
        {can(BILL_SCREEN, 'edit') ? (
          <>
            {pool.shared || pool.cycle === null ? null : (
              <Button type="link" className="cell-link" onClick={() => onDo({ what: 'cost', pool })}>
                录入费用
              </Button>
            )}
            <Button type="link" className="cell-link" onClick={() => onDo({ what: 'edit', pool })}>
              修改
            </Button>
            {pool.to === null ? (
              <Button type="link" className="cell-link" onClick={() => onDo({ what: 'end', pool })}>
                停止
              </Button>
            ) : null}
          </>
        ) : null}
      </span>
    ),
  },
];

/** 公摊: what the rooms of a building or a community share, what it comes to in a month, and each one's part of it. */
export const PoolsTab = ({ filters }: { readonly filters: Filters }): ReactElement => {
  const [doing, setDoing] = useState<Doing | null>(null);
  const community = filters['community'] ?? '';
  const period = filters['from'] ?? filters['period'] ?? thisMonth();
  const list = useQuery({
    queryKey: [BILLS, 'pools', community, period],
    queryFn: ({ signal }) => callApi(sharedPools, { communityId: community, period }, { signal }),
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
  if (list.data === undefined) return <SkeletonDelay rows={5} />;
  const close = () => setDoing(null);
  const add = can(BILL_SCREEN, 'edit') ? <Button onClick={() => setDoing({ what: 'new' })}>新增公摊项目</Button> : null;
  return (
    <>
      {list.data.rows.length === 0 ? (
        <section className="surface">
          <EmptyHint text="该小区没有公摊项目" action={add ?? undefined} />
        </section>
      ) : (
        <>
          {add === null ? null : <p className="row-do">{add}</p>}
          <CardTable label="公摊" columns={columnsOf(setDoing)} rows={list.data.rows} rowKey={(row) => row.id} />
        </>
      )}
      {doing === null ? null : doing.what === 'new' ? (
        <PoolForm community={community} period={period} pool={null} onClose={close} />
      ) : doing.what === 'edit' ? (
        <PoolForm community={community} period={period} pool={doing.pool} onClose={close} />
      ) : doing.what === 'cost' ? (
        <CostForm pool={doing.pool} period={period} onClose={close} />
      ) : doing.what === 'end' ? (
        <EndForm community={community} pool={doing.pool} onClose={close} />
      ) : (
        <Parts pool={doing.pool} period={period} onClose={close} />
      )}
    </>
  );
};
