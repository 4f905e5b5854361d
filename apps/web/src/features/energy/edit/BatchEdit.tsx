/** 批量改: readings with one and the same mistake, multiplied by one factor or typed one by one; all of them or none. */
import { type DataRow, entryUpdate } from '@hengneng/contracts';
import { exact, exactText, times } from '@hengneng/energy/measuring';
import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { FieldError, WhyFields, type Wrong } from './WhyFields.tsx';

const NUMBER = /^\d{1,12}(\.\d{1,6})?$/;

/** Exactly, as decimals are: 12.3 × 0.1 is 1.23. */
const multiplied = (reading: string, factor: string): string => exactText(times(exact(reading), exact(factor)));

export const BatchEdit = ({
  rows,
  onClose,
  onDone,
}: {
  readonly rows: readonly DataRow[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactElement => {
  const [factor, setFactor] = useState('');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [reasonType, setReasonType] = useState<string>('倍率错');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const valueOf = ({ EntryId, Reading }: DataRow): string =>
    typed[EntryId] ?? (NUMBER.test(factor) && Reading !== null ? multiplied(Reading, factor) : '');
  const write = useWrite(entryUpdate, {
    renews: ['entryData', 'entrySheet', 'entryHistory'],
    said: ({ Entries = [] }) => {
      const waiting = Entries.filter(({ State }) => State !== '已生效').length;
      return waiting === 0
        ? `已改 ${Entries.length} 条，各成一个版本`
        : `已改 ${Entries.length - waiting} 条，${waiting} 条待能源数据分析师同意`;
    },
    onDone,
    onError: (error) => {
      const errors = error instanceof ApiError ? error.errors : [];
      setWrong(
        Object.fromEntries(
          errors.map(({ path, message }) => {
            const place = /^Entries\[(\d+)\]/.exec(path)?.[1];
            return [place === undefined ? path : (rows[Number(place)]?.EntryId ?? path), message];
          }),
        ),
      );
      notify.error(errors.length > 1 ? `${errors.length} 处没有通过，一条也没有改` : messageOf(error));
    },
  });
  return (
    <AppModal
      width={760}
      title={`批量改 ${rows.length} 条读数`}
      okText="提交修改"
      okButtonProps={{ disabled: rows.some((row) => valueOf(row) === '') }}
      confirmLoading={write.isPending}
      onCancel={onClose}
      onOk={() => {
        setWrong({});
        write.mutate({
          ReasonType: reasonType,
          Reason: reason,
          Entries: rows.map((row) => ({
            EntryId: row.EntryId,
            Version: row.VersionCount,
            Reading: valueOf(row).trim(),
          })),
        });
      }}
    >
      <div className="edit-form">
        <label htmlFor="batch-factor">
          读数统一乘以
          <Input
            id="batch-factor"
            inputMode="decimal"
            placeholder="如 0.1、10；也可在下表逐条填写"
            status={factor === '' || NUMBER.test(factor) ? '' : 'error'}
            value={factor}
            onChange={(event) => {
              setFactor(event.target.value.trim());
              setTyped({});
              setWrong({});
            }}
          />
        </label>
        <WhyFields
          reasonType={reasonType}
          onReasonType={setReasonType}
          reason={reason}
          onReason={setReason}
          wrong={wrong}
        />
      </div>
      <div className="table-scroll edit-batch" role="region" aria-label="批量改的读数" tabIndex={0}>
        <table className="edit-impact">
          <thead>
            <tr>
              <th>日期</th>
              <th>表计</th>
              <th>原读数</th>
              <th>新读数</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.EntryId}>
                <td>
                  {row.Date} {row.ReadTime}
                </td>
                <td>
                  {row.DeviceName} {row.RegisterName}
                </td>
                <td className="num">{row.Reading}</td>
                <td>
                  <Input
                    size="small"
                    inputMode="decimal"
                    aria-label={`${row.DeviceName} ${row.RegisterName} ${row.Date} 新读数`}
                    status={wrong[row.EntryId] === undefined ? '' : 'error'}
                    value={valueOf(row)}
                    onChange={(event) => {
                      setTyped((before) => ({ ...before, [row.EntryId]: event.target.value }));
                      setWrong(({ [row.EntryId]: _, ...rest }) => rest);
                    }}
                  />
                  <FieldError wrong={wrong} field={row.EntryId} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </AppModal>
  );
};
