import { isWeekend } from '@hengneng/core';
import { DatePicker, Form, Input, Radio } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactElement, useState } from 'react';
import { AppModal } from '../../../ui/AppModal.tsx';
import { between, type DayKind, type Days, kindOf, put } from './days.ts';

const KINDS: readonly { readonly value: DayKind; readonly label: string }[] = [
  { value: 'off', label: '休息' },
  { value: 'worked', label: '调休上班' },
  { value: 'plain', label: '按周末' },
];

/** What a day, or several in a row, are to be. */
export const DayDialog = ({
  day,
  days,
  onPut,
  onClose,
}: {
  readonly day: string;
  readonly days: Days;
  readonly onPut: (days: Days) => void;
  readonly onClose: () => void;
}): ReactElement => {
  const known = days.get(day);
  const [to, setTo] = useState<Dayjs>(dayjs(day));
  const [kind, setKind] = useState<DayKind>(() => {
    const now = kindOf(days, day);
    if (now !== 'plain') return now;
    return isWeekend(day) ? 'worked' : 'off';
  });
  const [name, setName] = useState(known?.name ?? '');
  const which = between(day, to.format('YYYY-MM-DD'));
  const year = day.slice(0, 4);
  return (
    <AppModal
      title={day}
      width={420}
      okButtonProps={{ disabled: kind !== 'plain' && name.trim() === '' }}
      onOk={() => {
        onPut(put(days, which, kind, name.trim()));
        onClose();
      }}
      onCancel={onClose}
    >
      <Form name="calendar-day-dialog" layout="vertical">
        <Form.Item label="至" htmlFor="calendar-to">
          <DatePicker
            id="calendar-to"
            allowClear={false}
            value={to}
            disabledDate={(date) => date.isBefore(dayjs(day), 'day') || date.format('YYYY') !== year}
            onChange={(value: Dayjs | null) => value && setTo(value)}
          />
        </Form.Item>
        <Form.Item label="类型">
          <Radio.Group value={kind} options={[...KINDS]} onChange={(event) => setKind(event.target.value as DayKind)} />
        </Form.Item>
        {kind === 'plain' ? null : (
          <Form.Item label="名称" htmlFor="calendar-name" required>
            <Input
              id="calendar-name"
              autoFocus
              maxLength={30}
              value={name}
              placeholder={kind === 'off' ? '如国庆节' : '如国庆节调休'}
              onChange={(event) => setName(event.target.value)}
            />
          </Form.Item>
        )}
      </Form>
    </AppModal>
  );
};
