/** 主机运行: from when to when each machine ran; added, corrected and taken away. */
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { hintOf, HOST_NUMBERS, type HostText, hoursOfText } from './form.ts';

const MODES = ['制冷', '采暖', '热水'] as const;

export const HostRows = ({
  hosts,
  machines,
  faults,
  disabled,
  onChange,
}: {
  readonly hosts: readonly HostText[];
  readonly machines: readonly { readonly DeviceId: string; readonly Name: string }[];
  /** By `Hosts[i].Field`. */
  readonly faults: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onChange: (hosts: readonly HostText[]) => void;
}): ReactElement => {
  const put = (id: number, part: Partial<HostText>) =>
    onChange(hosts.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const add = () => {
    const [first] = machines;
    if (first === undefined) return;
    onChange([
      ...hosts,
      {
        id: Math.max(-1, ...hosts.map(({ id }) => id)) + 1,
        DeviceId: first.DeviceId,
        Mode: hosts.at(-1)?.Mode ?? '制冷',
        Start: '',
        End: '',
        NextDay: false,
        numbers: { Starts: '1', LoadRate: '', ChwIn: '', ChwOut: '', CwIn: '', CwOut: '' },
        Note: '',
      },
    ]);
  };
  return (
    <>
      <div className="table-scroll" role="region" aria-label="主机运行表格" tabIndex={0}>
        <table className="plain-table day-hosts" aria-label="主机运行">
          <thead>
            <tr>
              <th scope="col">主机</th>
              <th scope="col">模式</th>
              <th scope="col">启动</th>
              <th scope="col">停机</th>
              <th scope="col" className="right">
                运行（h）
              </th>
              {HOST_NUMBERS.map(({ key, head, unit }) => (
                <th scope="col" className="right" key={key}>
                  {head}（{unit}）
                </th>
              ))}
              <th scope="col">备注</th>
              {disabled ? null : <th scope="col" aria-label="操作" />}
            </tr>
          </thead>
          <tbody>
            {hosts.map((row, index) => {
              const fault = (field: string) => faults[`Hosts[${index}].${field}`];
              const words = ['DeviceId', 'Start', 'End', ...HOST_NUMBERS.map(({ key }) => key), 'Note'].flatMap(
                (field) => fault(field) ?? [],
              );
              const hint = hintOf(row);
              const name = `第 ${index + 1} 行`;
              return (
                <tr key={row.id}>
                  <td>
                    <select
                      aria-label={`${name} 主机`}
                      disabled={disabled}
                      value={row.DeviceId}
                      onChange={(event) => put(row.id, { DeviceId: event.target.value })}
                    >
                      {machines.map(({ DeviceId, Name }) => (
                        <option key={DeviceId} value={DeviceId}>
                          {Name}
                        </option>
                      ))}
                    </select>
                    {words.map((one) => (
                      <small role="alert" key={one}>
                        {one}
                      </small>
                    ))}
                    {hint === null ? null : <small className="day-hint">{hint}</small>}
                  </td>
                  <td>
                    <select
                      aria-label={`${name} 模式`}
                      disabled={disabled}
                      value={row.Mode}
                      onChange={(event) => put(row.id, { Mode: event.target.value as HostText['Mode'] })}
                    >
                      {MODES.map((mode) => (
                        <option key={mode}>{mode}</option>
                      ))}
                    </select>
                  </td>
                  <td>
                    <input
                      aria-label={`${name} 启动`}
                      aria-invalid={fault('Start') !== undefined}
                      placeholder="08:00"
                      disabled={disabled}
                      value={row.Start}
                      onChange={(event) => put(row.id, { Start: event.target.value.trim() })}
                    />
                  </td>
                  <td>
                    <input
                      aria-label={`${name} 停机`}
                      aria-invalid={fault('End') !== undefined}
                      placeholder="18:00"
                      disabled={disabled}
                      value={row.End}
                      onChange={(event) => put(row.id, { End: event.target.value.trim() })}
                    />
                    <label className="day-next">
                      <input
                        type="checkbox"
                        disabled={disabled}
                        checked={row.NextDay}
                        onChange={(event) => put(row.id, { NextDay: event.target.checked })}
                      />
                      次日
                    </label>
                  </td>
                  <td className="right">{hoursOfText(row)?.toFixed(1) ?? '—'}</td>
                  {HOST_NUMBERS.map(({ key, head }) => (
                    <td key={key}>
                      <input
                        className="day-number"
                        inputMode="decimal"
                        aria-label={`${name} ${head}`}
                        aria-invalid={fault(key) !== undefined}
                        disabled={disabled}
                        value={row.numbers[key]}
                        onChange={(event) => put(row.id, { numbers: { ...row.numbers, [key]: event.target.value } })}
                      />
                    </td>
                  ))}
                  <td>
                    <input
                      aria-label={`${name} 备注`}
                      maxLength={100}
                      disabled={disabled}
                      value={row.Note}
                      onChange={(event) => put(row.id, { Note: event.target.value })}
                    />
                  </td>
                  {disabled ? null : (
                    <td>
                      <Button
                        type="link"
                        size="small"
                        danger
                        aria-label={`删除${name}`}
                        onClick={() => onChange(hosts.filter(({ id }) => id !== row.id))}
                      >
                        删除
                      </Button>
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {hosts.length === 0 ? <p className="edit-soft">当日没有主机运行</p> : null}
      {faults['Hosts'] === undefined ? null : <small role="alert">{faults['Hosts']}</small>}
      {disabled || machines.length === 0 ? null : <Button onClick={add}>加一段运行</Button>}
    </>
  );
};
