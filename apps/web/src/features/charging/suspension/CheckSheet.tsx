/** 停用核查单 on A5: for who goes there, to be signed behind the door. */
import type { SuspendDetail } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useRef } from 'react';
import { useReactToPrint } from 'react-to-print';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { spanText } from './shared.tsx';

const BLANK = '＿＿＿＿＿＿＿＿';

export const CheckSheet = ({
  of,
  onClose,
}: {
  readonly of: SuspendDetail;
  readonly onClose: () => void;
}): ReactElement => {
  const sheet = useRef<HTMLDivElement>(null);
  const { row } = of;
  const print = useReactToPrint({
    contentRef: sheet,
    documentTitle: `停用核查单 ${row.serial}`,
    pageStyle: '@page { size: A5 landscape; margin: 8mm; }',
  });
  const lines: readonly (readonly [string, string, string, string])[] = [
    ['小区房间', `${row.community} ${row.room}`, '业主', `${row.owner} ${row.phone}`],
    ['申请类型', row.applyType, '费项', row.fee],
    [
      '申请起止',
      spanText(row.startDate, row.endDate),
      '计费面积',
      of.area === null ? '—' : `${formatDecimal(of.area)} m²`,
    ],
    ['上门时间', of.visitTime === null ? BLANK : formatDateTime(of.visitTime), '阀门操作', of.valveAction || BLANK],
    ['铅封号', row.sealNo || BLANK, '热量表读数（kWh）', of.reading ?? BLANK],
    ['核查结论', of.checkResult || '□符合停用 □已恢复正常 □阀门关不严 □无法入户', '核查说明', of.checkNote || BLANK],
  ];
  return (
    <AppModal
      title="停用核查单"
      width={720}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={() => print()}>
          打印
        </Button>
      }
    >
      <div className="suspend-sheet" ref={sheet}>
        <h1>
          {of.company} 停用核查单 {row.serial}
        </h1>
        <table>
          <tbody>
            {lines.map(([a, b, c, d]) => (
              <tr key={a}>
                <th scope="row">{a}</th>
                <td>{b}</td>
                <th scope="row">{c}</th>
                <td>{d}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>停用期间私自开启的，按全价补收。效力自现场核查通过日与申请起日取晚者起算。</p>
        <footer>
          <span>核查人：{row.checker || BLANK}</span>
          <span>业主：{BLANK}</span>
          <span>日期：{BLANK}</span>
        </footer>
      </div>
    </AppModal>
  );
};
