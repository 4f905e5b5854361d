-- 资产与证件: its books. Certificates and contracts of employees, which entries into service wrote, are books like the others now.

-- 证书台账 (certificate): drafted from its definition.
create table b_certificate (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  holder bigint, -- 持证人
  project text, -- 项目
  kind text, -- 证书类别
  level text, -- 等级/专业
  cert_no text, -- 证书编号
  issue_org text, -- 发证机关
  first_issue date, -- 初领日期
  valid_from date, -- 有效期起
  valid_to date, -- 有效期至
  review_date date, -- 应复审日期
  for_post boolean, -- 上岗必需
  use_for_bid boolean, -- 可用于投标
  keep_mode text, -- 原件保管
  archive_no text, -- 档案柜号
  scans jsonb, -- 证书图片
  state text, -- 状态
  off_reason text, -- 停用原因
  told_valid integer, -- 有效期提醒
  told_review integer -- 复审提醒
);
create index b_certificate_source_module_source_id_idx on b_certificate (source_module, source_id);
create index b_certificate_holder_idx on b_certificate (holder);
create index b_certificate_project_idx on b_certificate (project);
create index b_certificate_valid_to_idx on b_certificate (valid_to);
create index b_certificate_review_date_idx on b_certificate (review_date);
create unique index b_certificate_holder_kind_cert_no_standing on b_certificate (holder, kind, cert_no) where not voided;

-- 证件台账 (credential): drafted from its definition.
create table b_credential (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  scope text, -- 证件归属
  credential_type text, -- 证件类别
  credential_name text, -- 证件名称
  credential_no text, -- 证件编号
  holder_unit text, -- 持证单位
  project text, -- 项目
  device bigint, -- 设备
  issue_org text, -- 发证机关
  issue_date date, -- 发证日期
  valid_to date, -- 有效期至
  next_inspect date, -- 下次年检日期
  qualify_scope text, -- 许可范围与等级
  secrecy text, -- 重要等级
  original_qty integer, -- 正本份数（份）
  original_out integer, -- 正本借出（份）
  duplicate_qty integer, -- 副本份数（份）
  duplicate_out integer, -- 副本借出（份）
  keeper bigint, -- 保管人
  store_place text, -- 存放位置
  box_no text, -- 档案盒号
  can_borrow boolean, -- 可外借
  max_borrow_days integer, -- 最长借用天数（天）
  scans jsonb, -- 扫描件
  state text, -- 状态
  told_valid integer, -- 有效期提醒
  told_inspect integer -- 年检提醒
);
create index b_credential_source_module_source_id_idx on b_credential (source_module, source_id);
create index b_credential_project_idx on b_credential (project);
create index b_credential_keeper_idx on b_credential (keeper);
create index b_credential_valid_to_idx on b_credential (valid_to);
alter table b_credential add constraint b_credential_limit_1
  check (coalesce(original_out, 0) >= 0 and coalesce(original_out, 0) <= greatest(coalesce(original_qty, 0), 0));
alter table b_credential add constraint b_credential_limit_2
  check (coalesce(duplicate_out, 0) >= 0 and coalesce(duplicate_out, 0) <= greatest(coalesce(duplicate_qty, 0), 0));
alter table b_credential add constraint b_credential_in_use
  check (not voided or coalesce(original_out, 0) = 0 and coalesce(duplicate_out, 0) = 0);

-- 证件借还台账 (credentialLoan): drafted from its definition.
create table b_credential_loan (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  credential bigint, -- 证件
  credential_no text, -- 证件编号
  borrower bigint, -- 借用人
  dept text, -- 部门
  project text, -- 项目
  usage text, -- 用途
  borrow_form text, -- 借用形式
  copies integer, -- 份数（份）
  lent_at timestamptz, -- 借出时间
  plan_return date, -- 计划归还日期
  returned_on date, -- 归还日期
  back_copies integer, -- 归还份数（份）
  lost_copies integer, -- 遗失份数（份）
  overdue_days integer, -- 逾期天数（天）
  state text, -- 状态
  document text -- 单号
);
create index b_credential_loan_source_module_source_id_idx on b_credential_loan (source_module, source_id);
create index b_credential_loan_credential_idx on b_credential_loan (credential);
create index b_credential_loan_borrower_idx on b_credential_loan (borrower);
create index b_credential_loan_dept_idx on b_credential_loan (dept);
create index b_credential_loan_project_idx on b_credential_loan (project);
create index b_credential_loan_lent_at_idx on b_credential_loan (lent_at);
create index b_credential_loan_plan_return_idx on b_credential_loan (plan_return);

-- 员工合同台账 (employeeContract): drafted from its definition.
create table b_employee_contract (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  kind text, -- 类别
  employ_type text, -- 用工形式
  subject text, -- 事项
  start_on date, -- 开始日期
  end_on date, -- 结束日期
  probation_end date, -- 试用期结束日期
  fee numeric(18,2), -- 公司承担费用（元）
  document text -- 单号
);
create index b_employee_contract_source_module_source_id_idx on b_employee_contract (source_module, source_id);
create index b_employee_contract_employee_idx on b_employee_contract (employee);
create index b_employee_contract_end_on_idx on b_employee_contract (end_on);

insert into b_certificate (source_module, source_id, source_effect, voided, holder, project, kind, cert_no, issue_org, valid_to, scans, state)
  select source_module, source_id, 'userEntry.certificates',
    -- The newest of those that say the same counts.
    voided or exists (select from certificate n where n.user_id = c.user_id and n.kind = c.kind and n.cert_no = c.cert_no
      and not n.voided and n.id > c.id), user_id, project_code, kind, cert_no, issue_org, expires_on, scans, '有效'
  from certificate c order by id;
insert into b_employee_contract (source_module, source_id, source_effect, voided, employee, kind, employ_type, start_on, end_on, probation_end)
  select 'userEntry', source_id, 'userEntry.contract', voided, user_id, '劳动合同', employ_type, start_on, end_on, probation_end
  from employee_contract order by id;
-- What each noted for its cancel names the table.
update effect_log set note = note || '{"books": "b_certificate"}' where effect = 'userEntry.certificates';
update effect_log set note = note || '{"books": "b_employee_contract"}' where effect = 'userEntry.contract';
drop table certificate, employee_contract;
