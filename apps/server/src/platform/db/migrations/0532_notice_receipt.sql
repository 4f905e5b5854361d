-- 送达回执: what the gateway has taken has not arrived yet. 已提交: taken, nothing heard since.
alter table notice_send drop constraint notice_send_state_check,
  add constraint notice_send_state_check
    check (state in ('待发送', '发送中', '已提交', '待投递', '送达', '失败', '跳过', '已撤回')),
  -- Which sending of the message it is: one that is known not to have arrived goes out under another key, and what is told of the former says nothing of it.
  add column round integer not null default 1,
  add column receipt_at timestamptz;
