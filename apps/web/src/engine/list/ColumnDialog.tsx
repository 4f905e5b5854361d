import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { AppModal } from '../../ui/AppModal.tsx';
import type { Column } from './columns.ts';
import { type ColumnChoice, WIDTH } from './settings.ts';

const isOdd = ({ width }: ColumnChoice): boolean => width !== undefined && !(width >= WIDTH.min && width <= WIDTH.max);

/** Which columns, in what order, how wide, and which stay in place when the table is scrolled. */
export const ColumnDialog = ({
  columns,
  choices,
  plain = false,
  onSave,
  onReset,
  onClose,
}: {
  readonly columns: readonly Column[];
  readonly choices: readonly ColumnChoice[];
  /** Only which and in what order: the table has its own widths and what stays in place. */
  readonly plain?: boolean;
  readonly onSave: (choices: readonly ColumnChoice[]) => void;
  readonly onReset: () => void;
  readonly onClose: () => void;
}): ReactElement => {
  const [list, setList] = useState(choices);
  const put = (index: number, part: Partial<ColumnChoice>) =>
    setList((now) => now.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const move = (index: number, by: number) =>
    setList((now) => {
      const next = [...now];
      const [taken] = next.splice(index, 1);
      if (taken) next.splice(index + by, 0, taken);
      return next;
    });
  return (
    <AppModal
      title="列设置"
      onCancel={onClose}
      okText="保存"
      okButtonProps={{ disabled: !list.some((one) => one.shown) || list.some(isOdd) }}
      onOk={() => onSave(list)}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <Button className="column-reset" onClick={onReset}>
            恢复默认
          </Button>
          <CancelBtn />
          <OkBtn />
        </>
      )}
    >
      {list.some((one) => one.shown) ? null : <p className="field-error">至少显示一列</p>}
      {list.some(isOdd) ? (
        <p className="field-error">
          列宽应在 {WIDTH.min} 到 {WIDTH.max} 之间
        </p>
      ) : null}
      <ul className="column-list">
        {list.map((one, index) => {
          const label = columns.find((column) => column.key === one.key)?.label ?? one.key;
          return (
            <li key={one.key}>
              <label>
                <input
                  type="checkbox"
                  checked={one.shown}
                  onChange={(event) => put(index, { shown: event.target.checked })}
                />
                {label}
              </label>
              {plain ? null : (
                <>
                  <label>
                    <input
                      type="checkbox"
                      checked={one.pinned ?? false}
                      onChange={(event) => put(index, { pinned: event.target.checked })}
                    />
                    固定
                  </label>
                  <label>
                    宽
                    <input
                      className="in"
                      type="number"
                      min={WIDTH.min}
                      max={WIDTH.max}
                      aria-label={`${label}列宽`}
                      aria-invalid={isOdd(one)}
                      value={one.width ?? ''}
                      placeholder="自动"
                      onChange={(event) => {
                        const { width: _, ...rest } = one;
                        const typed = event.target.value;
                        setList((now) =>
                          now.map((each, at) =>
                            at !== index ? each : typed === '' ? rest : { ...rest, width: Number(typed) },
                          ),
                        );
                      }}
                    />
                  </label>
                </>
              )}
              <span className="row-tools">
                <button
                  type="button"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                  aria-label={`${label}上移`}
                >
                  ↑
                </button>
                <button
                  type="button"
                  disabled={index === list.length - 1}
                  onClick={() => move(index, 1)}
                  aria-label={`${label}下移`}
                >
                  ↓
                </button>
              </span>
            </li>
          );
        })}
      </ul>
    </AppModal>
  );
};
