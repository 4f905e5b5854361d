import { committeeSavePlan, type ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { committeeActivities } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { useSession } from '../../lib/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CancelPlanDialog, PlanDialog, PlanVersions, ProgressDialog } from './PlanDialogs.tsx';
import { PlanGantt } from './PlanGantt.tsx';
import './committee.css';

const SCREEN = shortCodeOf(committeeActivities.screen);

type What = 'plan' | 'progress' | 'cancel' | 'versions';
interface Doing {
  readonly what: What | 'publish';
  readonly row: ViewRow | null;
}

const PublishDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <FieldsDialog
    title="发布年度计划"
    fields={{ year: f.integer('年度', { required: true, default: 'year' }) }}
    saved="计划已发布，已通知负责专家"
    okText="发布"
    note="该年度所有草稿一起发布；发布后调整须写原因并留版本。"
    save={(values, options) =>
      callApi(committeeSavePlan, { action: 'publish', year: wordsOf(values['year']) }, options)
    }
    onClose={onClose}
  />
);

const Actions = ({ row, onDo }: { readonly row: ViewRow; readonly onDo: (doing: Doing) => void }): ReactElement => {
  const me = useSession((state) => state.userId);
  const state = textOf(row, 'state');
  const plans = can(SCREEN, 'edit');
  const open = state !== '完成' && state !== '取消';
  const buttons: readonly (readonly [What, string, boolean])[] = [
    ['progress', '填进展', open && state !== '草稿' && (plans || textOf(row, 'expert') === me)],
    ['plan', '调整', plans && open],
    ['cancel', '取消', plans && open],
    ['versions', '调整记录', textOf(row, 'adjusted') !== ''],
  ];
  return (
    <>
      {buttons.map(([what, label, shown]) =>
        shown ? (
          <Button key={what} type="link" size="small" onClick={() => onDo({ what, row })}>
            {label}
          </Button>
        ) : null,
      )}
    </>
  );
};

/** What the experts of a year set out to do: as a list, and as bars over its days. */
const PlansPage = (): ReactElement => {
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const row = doing?.row ?? null;
  return (
    <div className="list-page">
      <PageHeader title={committeeActivities.title} note={committeeActivities.purpose} />
      <ViewTabs
        label={committeeActivities.title}
        tabs={[
          {
            key: '列表',
            label: '列表',
            content: () => (
              <>
                <ViewSection
                  view={committeeActivities}
                  empty="本年度还没有计划"
                  keywordHint="名称、编号、参与、成果"
                  tools={
                    <>
                      {can(SCREEN, 'add') ? (
                        <Button type="primary" onClick={() => setDoing({ what: 'plan', row: null })}>
                          新增
                        </Button>
                      ) : null}
                      {can(SCREEN, 'edit') ? (
                        <Button onClick={() => setDoing({ what: 'publish', row: null })}>发布</Button>
                      ) : null}
                    </>
                  }
                  tone={(one) =>
                    one['state'] === '延期'
                      ? 'bad'
                      : one['state'] === '草稿'
                        ? 'warn'
                        : one['state'] === '取消'
                          ? 'off'
                          : null
                  }
                  actions={(one) => <Actions row={one} onDo={setDoing} />}
                />
                <p className="note view-note">
                  草稿只有编制人看得到，发布后调整须写原因并留版本；外聘专家只看到自己负责的工作。延期15天起每周提醒负责人与编制人。
                </p>
              </>
            ),
          },
          {
            key: '甘特',
            label: '甘特',
            content: () => <PlanGantt onChoose={(one) => setDoing({ what: 'versions', row: one })} />,
          },
        ]}
      />
      {doing?.what === 'plan' ? <PlanDialog row={row} onClose={close} /> : null}
      {doing?.what === 'publish' ? <PublishDialog onClose={close} /> : null}
      {doing?.what === 'progress' && row ? <ProgressDialog row={row} onClose={close} /> : null}
      {doing?.what === 'cancel' && row ? <CancelPlanDialog row={row} onClose={close} /> : null}
      {doing?.what === 'versions' && row ? <PlanVersions row={row} onClose={close} /> : null}
    </div>
  );
};

export default PlansPage;
