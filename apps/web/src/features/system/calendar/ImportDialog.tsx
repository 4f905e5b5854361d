import { readHolidays } from '@hengneng/core';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type Days, daysOf, holidaysOf } from './days.ts';

/** Holidays from the notice as it was published, or from lines of one's own. */
export const ImportDialog = ({
  year,
  onPut,
  onClose,
}: {
  readonly year: number;
  readonly onPut: (days: Days) => void;
  readonly onClose: () => void;
}): ReactElement => {
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { days, problems } = readHolidays(text, year);
  const found = holidaysOf(daysOf(days));
  return (
    <AppModal
      title={`导入 ${year} 年节假日`}
      width={640}
      okText={days.length > 0 ? `采用 ${days.length} 天` : '采用'}
      okButtonProps={{ disabled: days.length === 0 || problems.length > 0 }}
      onOk={() => {
        onPut(daysOf(days));
        onClose();
      }}
      onCancel={onClose}
    >
      <Form name="import-dialog" layout="vertical">
        <Form.Item
          label="通知原文或日期表"
          htmlFor="calendar-text"
          extra="可直接粘贴国务院办公厅的放假通知；也可一行一段，如「2027-02-05 至 2027-02-11 休 春节」「2027-02-13 班 春节调休」。"
        >
          <Input.TextArea id="calendar-text" rows={8} value={text} onChange={(event) => setText(event.target.value)} />
        </Form.Item>
      </Form>
      <input
        ref={file}
        hidden
        type="file"
        accept=".txt,.csv,text/plain,text/csv"
        aria-label="选择文本文件"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          event.target.value = '';
          void chosen?.text().then(setText);
        }}
      />
      <Button onClick={() => file.current?.click()}>读取文本文件</Button>
      {problems.length > 0 ? (
        <p className="note note-bad" role="alert">
          这些行读不懂，请修改或删除：{problems.join('；')}
        </p>
      ) : null}
      {text.trim() !== '' && found.length === 0 && problems.length === 0 ? (
        <p className="note note-bad" role="alert">
          没有读到 {year} 年的节假日
        </p>
      ) : null}
      {found.length > 0 ? (
        <ul className="plain-list" aria-label="读到的节假日">
          {found.map((one) => (
            <li key={one.from}>
              <span>{one.name}</span>
              <small>
                {one.from === one.to ? one.from : `${one.from} 至 ${one.to}`} ·{' '}
                {one.off ? `休 ${one.count} 天` : '上班'}
              </small>
            </li>
          ))}
        </ul>
      ) : null}
    </AppModal>
  );
};
