import { MODULES, shortCodeOf } from '@hengneng/core';
import { tenderAddenda, tenderDraws, tenderProjects, tenderQuotes, tenderUnits } from '@hengneng/forms/views';
import type { ViewRow } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { ViewPicture } from '../../engine/views/ViewPicture.tsx';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { AddendumDialog } from './AddendumDialog.tsx';
import { ContentTabs } from './ContentTabs.tsx';
import { ReplyDialog } from './ReplyDialog.tsx';
import { RowFiles } from './RowFiles.tsx';
import { MailDialog } from './MailDialog.tsx';

const SCREEN = shortCodeOf(tenderProjects.screen);
/** From these stages on the bids are open. */
const OPENED: ReadonlySet<string> = new Set(['评标中', '已定标', '已签约']);

const Records = ({ row }: { readonly row: ViewRow }): ReactElement => {
  const application = recordAddress(MODULES.tenderApplication.procedureId, row.id);
  const id = textOf(row, 'invitation');
  const invitation = id === '' ? null : recordAddress(MODULES.InvitationUnit.procedureId, id);
  return (
    <>
      {application === null ? null : <Link to={application}>招标申请与文件</Link>}
      {invitation === null ? null : <Link to={invitation}>邀标、回标与开标</Link>}
    </>
  );
};

/** One tender: who was asked and who bid, what was asked and answered, and, once opened, for how much. */
export const TenderDrawer = ({
  row,
  onClose,
}: {
  readonly row: ViewRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [asked, setAsked] = useState<'answer' | 'invite' | null>(null);
  const [replying, setReplying] = useState<ViewRow | null>(null);
  const ask = { tender: row.id };
  const open = row['stage'] === '邀标中' && can(SCREEN, 'edit');
  return (
    <AppDrawer
      width={1040}
      title={`${textOf(row, 'packageName')}（${textOf(row, 'serial')}）`}
      onClose={onClose}
      footer={
        <div className="view-tools">
          <Records row={row} />
          {open ? (
            <>
              <Button onClick={() => setAsked('invite')}>发投标邀请</Button>
              <Button type="primary" onClick={() => setAsked('answer')}>
                答疑补遗
              </Button>
            </>
          ) : null}
        </div>
      }
    >
      <ContentTabs
        label="标段"
        tabs={[
          {
            key: 'units',
            label: '单位与回标',
            content: () => (
              <ViewRows
                view={tenderUnits}
                ask={ask}
                empty="还没有邀请投标单位"
                tone={(unit) => (unit['state'] === '未回标' || unit['state'] === '接收' ? null : 'off')}
                actions={
                  open
                    ? (unit) => (
                        <Button type="link" size="small" onClick={() => setReplying(unit)}>
                          {unit['reply'] === '未回执' ? '登记回执' : '改回执'}
                        </Button>
                      )
                    : undefined
                }
              />
            ),
          },
          {
            key: 'addenda',
            label: '答疑补遗',
            content: () => (
              <ViewRows
                view={tenderAddenda}
                ask={ask}
                empty="还没有答疑和补遗"
                actions={(one) => <RowFiles row={one} />}
              />
            ),
          },
          {
            key: 'draws',
            label: '抽取记录',
            content: () => (
              <>
                <p className="note">
                  候选单位按
                  SHA-256（种子:供方编号）从小到大排列，依次取前几家，同一控制人只取一家；凭种子与候选名单可以重新计算。
                </p>
                <ViewRows
                  view={tenderDraws}
                  ask={ask}
                  empty="没有随机抽取受邀单位"
                  tone={(one) => (one['holds'] === '一致' ? null : 'bad')}
                />
              </>
            ),
          },
          {
            key: 'quotes',
            label: '开标一览',
            content: () =>
              OPENED.has(textOf(row, 'stage')) ? (
                <>
                  <ViewPicture view={tenderQuotes} picture="prices" ask={ask} />
                  <ViewRows
                    view={tenderQuotes}
                    ask={ask}
                    empty="没有唱标记录"
                    tone={(quote) => (quote['validity'] === '有效' ? null : 'off')}
                  />
                </>
              ) : (
                <p className="note">
                  开标前报价与控制价密封：到开标时间，由开标人与监督人两人在邀标单上分别确认后启封。
                </p>
              ),
          },
        ]}
      />
      {replying === null ? null : <ReplyDialog tender={row.id} unit={replying} onClose={() => setReplying(null)} />}
      {asked === 'answer' ? <AddendumDialog tender={row.id} onClose={() => setAsked(null)} /> : null}
      {asked === 'invite' ? (
        <MailDialog kind="邀请" id={row.id} title="发投标邀请" what="邀请" onClose={() => setAsked(null)} />
      ) : null}
    </AppDrawer>
  );
};
