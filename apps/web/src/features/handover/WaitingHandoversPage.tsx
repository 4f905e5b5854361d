import type { ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { waitingHandovers } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { useSearchParams } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { can } from '../../lib/permission.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { HandoverDrawer, type Which } from './HandoverDrawer.tsx';

const SCREEN = shortCodeOf(waitingHandovers.screen);

const whichOf = (row: ViewRow): Which => {
  const Id = textOf(row, 'handover');
  return Id === '' ? { consultProject: textOf(row, 'consultProject') } : { Id };
};

const wordOf = (row: ViewRow): string | null => {
  const state = row['state'];
  if (state === '待移交') return can(SCREEN, 'add') ? '登记移交' : null;
  return can(SCREEN, 'edit') && (state === '待接收' || state === '退回' || state === '移交中') ? '办理' : null;
};

/** Projects that were won: handed over by those who sold them, signed for by those who go on with them. */
const WaitingHandoversPage = (): ReactElement => {
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<Which | null>(null);
  const asked = params.get('id');
  const which: Which | null = opened ?? (asked !== null && /^\d+$/.test(asked) ? { Id: asked } : null);
  const close = () => {
    setOpened(null);
    if (asked === null) return;
    params.delete('id');
    setParams(params, { replace: true });
  };
  return (
    <div className="list-page">
      <PageHeader title={waitingHandovers.title} note={waitingHandovers.purpose} />
      <ViewSection
        view={waitingHandovers}
        empty="没有待移交项目"
        keywordHint="项目"
        onOpen={(row) => setOpened(whichOf(row))}
        tone={(row) =>
          row['state'] === '已接收'
            ? 'off'
            : Number(row['lateDays'] ?? 0) > 0 || row['state'] === '退回'
              ? 'bad'
              : row['state'] === '待接收'
                ? 'warn'
                : null
        }
        actions={(row) => {
          const word = wordOf(row);
          return word === null ? null : (
            <Button size="small" type="link" onClick={() => setOpened(whichOf(row))}>
              {word}
            </Button>
          );
        }}
      />
      <p className="note view-note">
        报价成交即为签约，15天内应移交；逾期每天提醒业务员与部门主任。能源托管、效益分享与 BOT
        项目移交工程并接收后，再由工程移交运营。
      </p>
      {which === null ? null : <HandoverDrawer which={which} onClose={close} />}
    </div>
  );
};

export default WaitingHandoversPage;
