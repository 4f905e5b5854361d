import type { ReactElement } from 'react';
import { MomentPicker } from '../../ui/moment/MomentPicker.tsx';
import { BAD_MOMENT, type MomentKind } from '../../ui/moment/wall.ts';
import { useStore } from '../store/record-store.ts';
import { textOf, type WidgetProps } from './types.ts';

const kindOf = (type: string): MomentKind =>
  type === 'month' || type === 'time' || type === 'datetime' ? type : 'date';

/** date, month, time and datetime. */
export const MomentInput = ({ id, of, path, value, onChange, aria }: WidgetProps): ReactElement => {
  const store = useStore();
  const kind = kindOf(of.field.type);
  return (
    <MomentPicker
      id={id}
      kind={kind}
      value={textOf(value) || null}
      aria={aria}
      onChange={onChange}
      onUnreadable={(text) => {
        // Kept as it was typed: it is refused wherever the record is handed in, and stays there to be corrected.
        onChange(text);
        store.addUnread([{ path, message: BAD_MOMENT[kind] }]);
      }}
    />
  );
};
