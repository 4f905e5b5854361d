import { Button, Grid } from 'antd';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import type { ReactElement } from 'react';
import { KeyHint } from '../../ui/feedback.tsx';
import { firstClick } from '../../ui/first-click.ts';
import { type ActionName, REPLY, WORDS } from './actions.ts';

export type BarAction = ActionName | 'Draft' | 'Claim' | 'Release' | 'Print' | 'Export' | 'Relaunch';

const word = (action: ActionName): string => WORDS[action].title;

/** In the order in which they stand; the first that the server allows is the main one. On a phone only the first ones are buttons. */
const FIRST: readonly (readonly [BarAction, string])[] = [
  ['Submit', '提交'],
  ['Approve', word('Approve')],
  ['Reject', word('Reject')],
  ['Claim', '认领'],
  ['Release', '退回认领池'],
  ['TakeBack', word('TakeBack')],
  ['Withdraw', word('Withdraw')],
  ['Urge', word('Urge')],
];
const MORE: readonly (readonly [BarAction, string])[] = [
  ['AddSign', word('AddSign')],
  ['RemoveSign', word('RemoveSign')],
  ['Delegate', word('Delegate')],
  ['Transfer', word('Transfer')],
  ['Cc', word('Cc')],
  ['Cancel', word('Cancel')],
  ['Relaunch', '再次发起'],
  ['Print', '打印'],
  ['Export', '导出'],
];
const MAIN: ReadonlySet<BarAction> = new Set<BarAction>(['Submit', 'Approve']);
const DANGER: ReadonlySet<BarAction> = new Set<BarAction>(['Reject', 'Cancel']);
/** One more button than this is no gain over a list. */
const FEW = 2;

/** What may be done with the record, and nothing else: the server's `allowedActions` decide. */
export const ActionBar = ({
  actions,
  canDraft,
  replying,
  busy,
  onAction,
}: {
  readonly actions: ReadonlySet<string>;
  readonly canDraft: boolean;
  /** The person was asked for an opinion only. */
  readonly replying: boolean;
  readonly busy: string | null;
  readonly onAction: (action: BarAction) => void;
}): ReactElement => {
  const phone = Grid.useBreakpoint().md === false;
  const more = MORE.filter(([action]) => actions.has(action));
  const folded = phone && more.length > FEW ? more : [];
  const shown = [...FIRST.filter(([action]) => actions.has(action)), ...(folded.length > 0 ? [] : more)];
  return (
    <div className="action-bar" role="toolbar" aria-label="操作">
      {canDraft ? (
        <Button
          loading={busy === 'Draft'}
          disabled={busy !== null && busy !== 'Draft'}
          onClick={firstClick(() => onAction('Draft'))}
        >
          暂存 <KeyHint keys="Ctrl S" />
        </Button>
      ) : null}
      {shown.map(([action, label]) => (
        <Button
          key={action}
          type={MAIN.has(action) ? 'primary' : 'default'}
          danger={DANGER.has(action)}
          loading={busy === action || (action === 'Submit' && busy === 'ready')}
          disabled={busy !== null && busy !== action}
          onClick={firstClick(() => onAction(action))}
        >
          {action === 'Approve' && replying ? REPLY.title : label} {MAIN.has(action) ? <KeyHint keys="Ctrl ↵" /> : null}
        </Button>
      ))}
      {folded.length > 0 ? (
        <ActionMenu
          disabled={busy !== null}
          menu={{
            items: folded.map(([action, label]) => ({ key: action, label, danger: DANGER.has(action) })),
            onClick: ({ key }) => onAction(key as BarAction),
          }}
        >
          <Button loading={folded.some(([action]) => action === busy)}>更多</Button>
        </ActionMenu>
      ) : null}
    </div>
  );
};
