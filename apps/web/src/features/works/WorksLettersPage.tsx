import { type ViewRow, worksLetterDetail } from '@hengneng/contracts';
import { shortCodeOf, WORKS_LETTER_KINDS, type WorksLetterKind } from '@hengneng/core';
import { worksLetters, worksLetterThreads } from '@hengneng/forms/views';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { callApi, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { useSession } from '../../lib/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DraftDialog, LetterAuditDialog, ReceiveDialog } from './LetterDialogs.tsx';
import { LetterDrawer } from './LetterDrawer.tsx';
import { MailDialog } from './MailDialog.tsx';

const SCREEN = shortCodeOf(worksLetters.screen);
const EMPTY = '没有函件';

type Doing =
  | { readonly what: 'draft'; readonly kind: WorksLetterKind }
  | { readonly what: 'receive' }
  | { readonly what: 'rewrite'; readonly row: ViewRow; readonly body: string }
  | { readonly what: 'audit' | 'send' | 'registerReply' | 'answer'; readonly row: ViewRow };

const kindOf = (row: ViewRow): WorksLetterKind =>
  WORKS_LETTER_KINDS.find((one) => one === textOf(row, 'kind')) ?? '工作联系';

const toneOf = (row: ViewRow): 'bad' | 'warn' | null =>
  row['replyState'] === '逾期' || row['state'] === '退回'
    ? 'bad'
    : row['state'] === '待审核' || row['state'] === '待法务' || row['state'] === '待发送'
      ? 'warn'
      : null;

const Actions = ({ row, onDo }: { readonly row: ViewRow; readonly onDo: (doing: Doing) => void }): ReactElement => {
  const me = useSession((state) => state.userId);
  const roles = useSession((state) => state.user?.roles);
  const rewrite = useMutation({
    mutationFn: () => callApi(worksLetterDetail, { id: row.id }),
    onSuccess: ({ letters }) =>
      onDo({ what: 'rewrite', row, body: letters.find((one) => one.id === row.id)?.body ?? '' }),
    onError: (error) => notify.error(messageOf(error)),
  });
  const state = textOf(row, 'state');
  const own = textOf(row, 'drafter') === me;
  const edits = can(SCREEN, 'edit');
  const buttons: readonly (readonly [string, boolean, () => void])[] = [
    ['审核', edits && !own && state === '待审核', () => onDo({ what: 'audit', row })],
    [
      '法务审核',
      edits && !own && state === '待法务' && roles?.includes('legal') === true,
      () => onDo({ what: 'audit', row }),
    ],
    ['修改', own && can(SCREEN, 'add') && state === '退回', () => rewrite.mutate()],
    ['发送', edits && state === '待发送', () => onDo({ what: 'send', row })],
    ['登记回复', edits && state === '已发送', () => onDo({ what: 'registerReply', row })],
    ['复函', can(SCREEN, 'add') && state === '已登记', () => onDo({ what: 'answer', row })],
  ];
  return (
    <>
      {buttons.map(([label, shown, act]) =>
        shown ? (
          <Button key={label} type="link" size="small" loading={label === '修改' && rewrite.isPending} onClick={act}>
            {label}
          </Button>
        ) : null,
      )}
    </>
  );
};

const Dialogs = ({ doing, onClose }: { readonly doing: Doing; readonly onClose: () => void }): ReactElement => {
  switch (doing.what) {
    case 'draft':
      return <DraftDialog letterKind={doing.kind} onClose={onClose} />;
    case 'rewrite':
      return <DraftDialog letterKind={kindOf(doing.row)} returned={doing} onClose={onClose} />;
    case 'answer':
      return <DraftDialog letterKind="工作联系" answers={doing.row} onClose={onClose} />;
    case 'receive':
      return <ReceiveDialog answers={null} onClose={onClose} />;
    case 'registerReply':
      return <ReceiveDialog answers={doing.row} onClose={onClose} />;
    case 'audit':
      return <LetterAuditDialog row={doing.row} onClose={onClose} />;
    case 'send':
      return <MailDialog kind="函件" id={doing.row.id} title="发送函件" what="函件" onClose={onClose} />;
  }
};

/** Letters to and from suppliers of building works: those first that wait for somebody here, then those that wait for an answer. */
const WorksLettersPage = (): ReactElement => {
  const [opened, setOpened] = useState<string | null>(null);
  const [doing, setDoing] = useState<Doing | null>(null);
  const open = (row: ViewRow) => setOpened(row.id);
  return (
    <div className="list-page">
      <PageHeader title={worksLetters.title} note={worksLetters.purpose} />
      <ViewTabs
        label={worksLetters.title}
        tabs={[
          {
            key: '函件',
            label: '函件',
            content: () => (
              <>
                <ViewSection
                  view={worksLetters}
                  empty={EMPTY}
                  keywordHint="标题、函号、来函文号"
                  onOpen={open}
                  tone={toneOf}
                  tools={
                    can(SCREEN, 'add') ? (
                      <>
                        <ActionMenu
                          menu={{
                            items: WORKS_LETTER_KINDS.map((kind) => ({ key: kind, label: `${kind}函` })),
                            onClick: ({ key }) =>
                              setDoing({
                                what: 'draft',
                                kind: WORKS_LETTER_KINDS.find((kind) => kind === key) ?? '工作联系',
                              }),
                          }}
                        >
                          <Button type="primary">起草</Button>
                        </ActionMenu>
                        <Button onClick={() => setDoing({ what: 'receive' })}>登记来函</Button>
                      </>
                    ) : null
                  }
                  actions={(row) => <Actions row={row} onDo={setDoing} />}
                />
                <p className="note view-note">
                  发函由他人审核，索赔、付款与涉及金额的函还须法务同意，同意后预览确认才发出。逾期未回的每周催办一次；索赔函发出即在罚款台账记一笔待确认扣款。
                </p>
              </>
            ),
          },
          {
            key: '往来串',
            label: '往来串',
            content: () => <ViewSection view={worksLetterThreads} empty={EMPTY} onOpen={open} tone={toneOf} />,
          },
        ]}
      />
      {opened === null ? null : <LetterDrawer id={opened} onClose={() => setOpened(null)} />}
      {doing === null ? null : <Dialogs doing={doing} onClose={() => setDoing(null)} />}
    </div>
  );
};

export default WorksLettersPage;
