import { type InputOf, type SHARE_KINDS, type SHARE_METHODS, shareSave } from '@hengneng/contracts';
import { Button, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { BILLS } from './shared.ts';

export interface Draft {
  readonly Name: string;
  readonly Kind: (typeof SHARE_KINDS)[number];
  readonly Method: (typeof SHARE_METHODS)[number];
  readonly Base: string;
  readonly MeterId: string | null;
}

const BASES = { 表计: '', 面积: '面积（m²）', 人数: '人数', 固定: '每期固定用量' } as const;
const NEW: Draft = { Name: '', Kind: '租户', Method: '面积', Base: '', MeterId: null };

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const Fields = ({
  row,
  at,
  meters,
  kinds,
  methods,
  fault,
  onChange,
  onRemove,
}: {
  readonly row: Draft;
  readonly at: number;
  readonly meters: readonly { readonly Id: string; readonly Name: string }[];
  readonly kinds: readonly string[];
  readonly methods: readonly string[];
  readonly fault: string;
  readonly onChange: (row: Draft) => void;
  readonly onRemove: () => void;
}): ReactElement => (
  <li className="share-row">
    <Input
      aria-label={`受摊对象 ${at + 1}`}
      placeholder="受摊对象"
      maxLength={60}
      value={row.Name}
      onChange={(event) => onChange({ ...row, Name: event.target.value })}
    />
    <Select
      aria-label={`类别 ${at + 1}`}
      value={row.Kind}
      options={options(kinds)}
      onChange={(Kind) => onChange({ ...row, Kind })}
    />
    <Select
      aria-label={`分摊方式 ${at + 1}`}
      value={row.Method}
      options={options(methods)}
      onChange={(Method) => onChange({ ...row, Method })}
    />
    {row.Method === '表计' ? (
      <Select
        aria-label={`表计 ${at + 1}`}
        placeholder="选择表计"
        value={row.MeterId}
        showSearch
        optionFilterProp="label"
        options={meters.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={(MeterId) => onChange({ ...row, MeterId })}
      />
    ) : (
      <Input
        aria-label={`基数 ${at + 1}`}
        placeholder={BASES[row.Method]}
        inputMode="decimal"
        maxLength={17}
        value={row.Base}
        onChange={(event) => onChange({ ...row, Base: event.target.value })}
      />
    )}
    <Button onClick={onRemove}>删除</Button>
    {fault === '' ? null : (
      <p className="field-warning" role="alert">
        {fault}
      </p>
    )}
  </li>
);

/** All receivers at once: what they take has to add up. */
export const SharesForm = ({
  ask,
  version,
  start,
  meters,
  kinds,
  methods,
  onClose,
}: {
  readonly ask: Pick<InputOf<typeof shareSave>, 'ProjectCode' | 'Month' | 'CategoryCode'>;
  readonly version: number;
  readonly start: readonly Draft[];
  readonly meters: readonly { readonly Id: string; readonly Name: string }[];
  readonly kinds: readonly string[];
  readonly methods: readonly string[];
  readonly onClose: () => void;
}): ReactElement => {
  const [rows, setRows] = useState<readonly Draft[]>(start.length === 0 ? [NEW] : start);
  const [faults, setFaults] = useState<ReadonlyMap<number, string>>(new Map());
  const save = useWrite(shareSave, {
    said: '已保存，自该月起生效',
    renews: [BILLS],
    onDone: onClose,
    onError: (error) => {
      const found = error instanceof ApiError ? error.errors : [];
      const at = found.flatMap(({ path, message }) => {
        const place = /^Rows\[(\d+)\]/.exec(path)?.[1];
        return place === undefined ? [] : [[Number(place), message] as const];
      });
      setFaults(new Map(at));
      if (at.length === 0) notify.error(found[0]?.message ?? messageOf(error));
    },
  });
  return (
    <FormDrawer
      width={760}
      title={`受摊对象（${ask.Month} 起）`}
      onClose={onClose}
      saving={save.isPending}
      onSave={() => {
        setFaults(new Map());
        save.mutate({ ...ask, Version: version, Rows: rows.map((row) => ({ ...row })) });
      }}
    >
      <p className="note">
        表计与固定用量先扣除，其余按面积或人数分摊；没有面积、人数的对象时，损耗按各表用量分摊。以前月份按当时的设置。
      </p>
      <ul className="share-rows">
        {rows.map((row, at) => (
          <Fields
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name while they are written
            key={at}
            row={row}
            at={at}
            meters={meters}
            kinds={kinds}
            methods={methods}
            fault={faults.get(at) ?? ''}
            onChange={(next) => setRows(rows.map((one, place) => (place === at ? next : one)))}
            onRemove={() => setRows(rows.filter((_, place) => place !== at))}
          />
        ))}
      </ul>
      <Button onClick={() => setRows([...rows, NEW])}>加受摊对象</Button>
    </FormDrawer>
  );
};
