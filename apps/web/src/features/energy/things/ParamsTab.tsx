import { type CategoryParam, categoryParamSave, type DeviceCategoryNode, PARAM_TYPES } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, InputNumber, Select, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { THINGS } from '../common.ts';
import { BASE } from './shared.ts';

const FRESH: CategoryParam = {
  Code: '',
  Name: '',
  Unit: '',
  Type: '数值',
  Decimals: 1,
  Min: null,
  Max: null,
  IsRead: true,
  IsCurve: false,
  Sort: 0,
};

/** 类别参数模板: what is read of machines of a kind. */
export const ParamsTab = ({ category }: { readonly category: DeviceCategoryNode | undefined }): ReactElement => {
  const [edited, setEdited] = useState<readonly CategoryParam[] | null>(null);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const id = category?.Id;
  const list = useQuery({
    queryKey: [THINGS, 'params', id],
    queryFn: ({ signal }) => callApi(categoryParamSave, { CategoryId: id ?? '' }, { signal }),
    enabled: id !== undefined,
  });
  const save = useWrite(categoryParamSave, {
    said: '参数模板已保存',
    renews: [THINGS],
    onRenewed: () => {
      setEdited(null);
      setFaults(new Map());
    },
    onError: (error) => {
      setFaults(new Map(error instanceof ApiError ? error.errors.map(({ path, message }) => [path, message]) : []));
      notify.error(messageOf(error));
    },
  });
  if (id === undefined) return <EmptyHint text="请先在左侧选择设备类别" />;
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  const standing = list.data?.Params ?? [];
  const rows = edited ?? standing;
  const editable = can(BASE, 'edit');
  const known = new Set(standing.map(({ Code }) => Code));
  const put = (at: number, change: Partial<CategoryParam>) =>
    setEdited(rows.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const text = (key: 'Code' | 'Name' | 'Unit' | 'Min' | 'Max', label: string, most: number) => ({
    title: label,
    dataIndex: key,
    render: (value: string | null, row: CategoryParam, at: number) => {
      const fault = faults.get(`Params[${at}].${key}`);
      // A code stays once it is there: readings are kept under it.
      const fixed = !editable || (key === 'Code' && known.has(row.Code) && edited?.[at]?.Code === standing[at]?.Code);
      return fixed && !editable ? (
        (value ?? '—')
      ) : (
        <>
          <Input
            size="small"
            aria-label={`第${at + 1}行${label}`}
            className="names-cell"
            maxLength={most}
            disabled={key === 'Code' && at < standing.length}
            status={fault === undefined ? '' : 'error'}
            value={value ?? ''}
            onChange={(event) => put(at, { [key]: event.target.value })}
          />
          {fault === undefined ? null : (
            <span className="names-fault" role="alert">
              {fault}
            </span>
          )}
        </>
      );
    },
  });
  const tick = (key: 'IsRead' | 'IsCurve', label: string) => ({
    title: label,
    dataIndex: key,
    render: (value: boolean, _: CategoryParam, at: number) => (
      <Checkbox
        aria-label={`第${at + 1}行${label}`}
        disabled={!editable}
        checked={value}
        onChange={(event) => put(at, { [key]: event.target.checked })}
      />
    ),
  });
  return (
    <>
      {editable ? (
        <div className="things-tools">
          <Button onClick={() => setEdited([...rows, { ...FRESH, Sort: rows.length + 1 }])}>添加参数</Button>
          <Button
            type="primary"
            disabled={edited === null}
            loading={save.isPending}
            onClick={() =>
              save.mutate({
                CategoryId: id,
                Params: rows.map((one) => ({ ...one, Min: one.Min ?? '', Max: one.Max ?? '' })),
              })
            }
          >
            保存
          </Button>
        </div>
      ) : null}
      {faults.has('Params') ? (
        <p className="names-fault" role="alert">
          {faults.get('Params')}
        </p>
      ) : null}
      <Table<CategoryParam>
        size="small"
        rowKey={(row) => String(rows.indexOf(row))}
        loading={{ spinning: list.isPending, delay: 200 }}
        dataSource={[...rows]}
        scroll={{ x: 'max-content' }}
        pagination={false}
        locale={{ emptyText: <EmptyHint text="该类别没有参数" /> }}
        columns={[
          text('Name', '参数名', 30),
          text('Code', '参数编码', 30),
          text('Unit', '单位', 20),
          {
            title: '数据类型',
            dataIndex: 'Type',
            render: (value: CategoryParam['Type'], _, at) => (
              <Select
                size="small"
                aria-label={`第${at + 1}行数据类型`}
                disabled={!editable}
                value={value}
                options={PARAM_TYPES.map((one) => ({ value: one, label: one }))}
                onChange={(Type: CategoryParam['Type']) => put(at, { Type })}
              />
            ),
          },
          {
            title: '小数位',
            dataIndex: 'Decimals',
            render: (value: number, _, at) => (
              <InputNumber
                size="small"
                aria-label={`第${at + 1}行小数位`}
                disabled={!editable}
                min={0}
                max={6}
                value={value}
                onChange={(next) => put(at, { Decimals: next ?? 0 })}
              />
            ),
          },
          text('Min', '合理下限', 16),
          text('Max', '合理上限', 16),
          tick('IsRead', '抄表'),
          tick('IsCurve', '曲线'),
        ]}
      />
    </>
  );
};
