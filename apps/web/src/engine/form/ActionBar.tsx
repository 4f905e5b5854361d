import { Button } from 'antd';
import type { ReactElement } from 'react';
import { KeyHint } from '../../ui/feedback.tsx';
import type { ActionName } from './ActionDialog.tsx';

export type BarAction = ActionName | 'Draft' | 'Claim' | 'Release' | 'Print' | 'Relaunch';

/** In the order in which they stand; the first that the server allows is the main one. */
const BUTTONS: readonly (readonly [BarAction, string])[] = [
  ['Submit', '提交'],
  ['Approve', '同意'],
  ['Reject', '驳回'],
  ['Claim', '认领'],
  ['Release', '退回认领池'],
  ['Transfer', '转办'],
  ['Withdraw', '撤回'],
  ['Urge', '催办'],
  ['Cc', '抄送'],
  ['Cancel', '作废'],
  ['Relaunch', '再次发起'],
  ['Print', '打印'],
];
const MAIN: ReadonlySet<BarAction> = new Set<BarAction>(['Submit', 'Approve']);
const DANGER: ReadonlySet<BarAction> = new Set<BarAction>(['Reject', 'Cancel']);

/** What may be done with the record, and nothing else: the server's `allowedActions` decide. */
export const ActionBar = ({
  actions,
  canDraft,
  busy,
  onAction,
}: {
  readonly actions: ReadonlySet<string>;
  readonly canDraft: boolean;
  readonly busy: string | null;
  readonly onAction: (action: BarAction) => void;
}): ReactElement => (
  <div className="action-bar" role="toolbar" aria-label="操作">
    {canDraft ? (
      <Button loading={busy === 'Draft'} disabled={busy !== null && busy !== 'Draft'} onClick={() => onAction('Draft')}>
        暂存 <KeyHint keys="Ctrl S" />
      </Button>
    ) : null}
    {BUTTONS.filter(([action]) => actions.has(action)).map(([action, label]) => (
      <Button
        key={action}
        type={MAIN.has(action) ? 'primary' : 'default'}
        danger={DANGER.has(action)}
        loading={busy === action || (action === 'Submit' && busy === 'ready')}
        disabled={busy !== null && busy !== action}
        onClick={() => onAction(action)}
      >
        {label} {MAIN.has(action) ? <KeyHint keys="Ctrl ↵" /> : null}
      </Button>
    ))}
  </div>
);
