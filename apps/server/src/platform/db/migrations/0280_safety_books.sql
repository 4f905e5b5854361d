-- 安全管理: its books, and what devices are besides.
-- Devices that are out of service by order: neither standby nor retired.
alter table device drop constraint device_state_check;
alter table device add constraint device_state_check check (state in ('active', 'standby', 'stopped', 'retired'));
alter table device
  add column last_maintain_date date, -- 最近保养日期
  add column valve_expire date, -- 安全阀校验到期
  add column gauge_expire date, -- 压力表检定到期
  add column run_hours numeric(20,1); -- 累计运行时间（h）

-- 检查条款 (checkClause): drafted from its definition.
create table b_check_clause (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  check_table bigint, -- 检查表
  clause text, -- 检查条款
  full_score numeric(20,1) -- 标准分（分）
);
create index b_check_clause_source_module_source_id_idx on b_check_clause (source_module, source_id);
create index b_check_clause_check_table_idx on b_check_clause (check_table);

-- 检查表 (checkTable): drafted from its definition.
create table b_check_table (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  name text, -- 检查表
  topic text, -- 专题
  basis text -- 依据
);
create index b_check_table_source_module_source_id_idx on b_check_table (source_module, source_id);
create unique index b_check_table_name_standing on b_check_table (name) where not voided;

-- 锅炉运行档案 (boilerLog): drafted from its definition.
create table b_boiler_log (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  device bigint, -- 锅炉
  project text, -- 项目
  checked_on date, -- 检查日期
  work_pressure numeric(20,2), -- 运行压力（MPa）
  outlet_temp numeric(20,1), -- 出水（汽）温度（℃）
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  exhaust_o2 numeric(20,1), -- 排烟含氧量（%）
  excess_air numeric(20,2), -- 过量空气系数
  co_ppm integer, -- 一氧化碳（ppm）
  nox_converted numeric(20,1), -- 折算氮氧化物（mg/m³）
  feed_hardness numeric(20,3), -- 给水硬度（mmol/L）
  boiler_ph numeric(20,1), -- 锅水pH
  alkalinity numeric(20,1), -- 锅水碱度（mmol/L）
  run_hours numeric(20,1), -- 累计运行时间（h）
  conclusion text -- 检查结论
);
create index b_boiler_log_source_module_source_id_idx on b_boiler_log (source_module, source_id);
create index b_boiler_log_project_idx on b_boiler_log (project);
create index b_boiler_log_device_idx on b_boiler_log (device);
create index b_boiler_log_checked_on_idx on b_boiler_log (checked_on);

-- 项目消防器材台账 (fireEquipment): drafted from its definition.
create table b_fire_equipment (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  kind text, -- 规格
  location text, -- 放置位置
  quantity integer, -- 应配数量（具）
  valid integer, -- 有效数量（具）
  pressure_zone text, -- 压力指针
  expire_date date, -- 到期日
  checked_on date -- 最近检查日期
);
create index b_fire_equipment_source_module_source_id_idx on b_fire_equipment (source_module, source_id);
create index b_fire_equipment_project_idx on b_fire_equipment (project);
create index b_fire_equipment_expire_date_idx on b_fire_equipment (expire_date);
create unique index b_fire_equipment_project_kind_location_standing on b_fire_equipment (project, kind, location) where not voided;
alter table b_fire_equipment add constraint b_fire_equipment_limit_1
  check (coalesce(valid, 0) >= 0 and coalesce(valid, 0) <= greatest(coalesce(quantity, 0), 0));

-- 项目月度评价台账 (projectScore): drafted from its definition.
create table b_project_score (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  month text, -- 月份
  kind text, -- 评价类别
  topic text, -- 检查类型
  checked_on date, -- 检查日期
  score_rate numeric(12,4), -- 得分率
  problems integer, -- 问题数（项）
  penalty numeric(18,2), -- 考核扣款（元）
  source_no text -- 来源单号
);
create index b_project_score_source_module_source_id_idx on b_project_score (source_module, source_id);
create index b_project_score_project_idx on b_project_score (project);
create index b_project_score_month_idx on b_project_score (month);
create index b_project_score_checked_on_idx on b_project_score (checked_on);

-- 安全事故台账 (safetyAccident): drafted from its definition.
create table b_safety_accident (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  device bigint, -- 设备
  kind text, -- 事故类型
  level text, -- 事故等级
  occurred_at timestamptz, -- 发生时间
  place text, -- 地点
  casualties integer, -- 伤亡人数（人）
  stop_hours numeric(20,1), -- 停供时长（h）
  direct_loss numeric(18,2), -- 直接损失（元）
  total_loss numeric(18,2), -- 损失合计（元）
  claim numeric(18,2), -- 保险赔付（元）
  cause text, -- 原因分类
  prevention text, -- 防范措施
  prevented_on date, -- 落实日期
  source_no text -- 来源单号
);
create index b_safety_accident_source_module_source_id_idx on b_safety_accident (source_module, source_id);
create index b_safety_accident_project_idx on b_safety_accident (project);
create index b_safety_accident_occurred_at_idx on b_safety_accident (occurred_at);

-- 项目安全档案 (safetyArchive): drafted from its definition.
create table b_safety_archive (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  year integer, -- 年度
  last_check_on date, -- 最近检查日期
  pass_rate numeric(12,4), -- 最近合格率
  drills integer, -- 演练次数（次）
  last_drill_on date, -- 最近演练日期
  accidents integer, -- 事故起数（起）
  casualties integer, -- 伤亡人数（人）
  loss numeric(18,2) -- 事故损失（元）
);
create index b_safety_archive_source_module_source_id_idx on b_safety_archive (source_module, source_id);
create index b_safety_archive_project_idx on b_safety_archive (project);
create index b_safety_archive_last_check_on_idx on b_safety_archive (last_check_on);
create unique index b_safety_archive_project_year_standing on b_safety_archive (project, year) where not voided;

-- 特种设备日周月管控台账 (safetyControl): drafted from its definition.
create table b_safety_control (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  equipment text, -- 设备类别
  control_level text, -- 管控级别
  control_date date, -- 管控日期
  in_use integer, -- 在用台数（台）
  abnormal integer, -- 异常数（项）
  open_hazards integer, -- 未闭环隐患（项）
  conclusion text, -- 结论
  officer bigint, -- 安全员
  chief bigint, -- 安全总监
  source_no text -- 来源单号
);
create index b_safety_control_source_module_source_id_idx on b_safety_control (source_module, source_id);
create index b_safety_control_project_idx on b_safety_control (project);
create index b_safety_control_control_date_idx on b_safety_control (control_date);
create index b_safety_control_officer_idx on b_safety_control (officer);

-- 安全隐患台账 (safetyHazard): drafted from its definition.
create table b_safety_hazard (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  content text, -- 隐患内容
  level text, -- 等级
  state text, -- 状态
  deadline date, -- 整改期限
  project text, -- 项目
  device bigint, -- 设备
  place text, -- 部位
  origin text, -- 来源
  source_no text, -- 来源单号
  found_on date, -- 发现日期
  owner bigint, -- 整改责任人
  measure text, -- 整改或管控措施
  fund numeric(18,2), -- 治理资金（元）
  closed_on date -- 闭环日期
);
create index b_safety_hazard_source_module_source_id_idx on b_safety_hazard (source_module, source_id);
create index b_safety_hazard_project_idx on b_safety_hazard (project);
create index b_safety_hazard_found_on_idx on b_safety_hazard (found_on);
create index b_safety_hazard_deadline_idx on b_safety_hazard (deadline);
create index b_safety_hazard_owner_idx on b_safety_hazard (owner);

-- 停工整改台账 (workStoppage): drafted from its definition.
create table b_work_stoppage (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  application bigint, -- 施工申请单
  supplier bigint, -- 施工单位
  work_name text, -- 施工内容
  reason text, -- 停工原因
  stopped_at timestamptz, -- 停工时间
  resumed_at timestamptz, -- 复工时间
  state text, -- 施工状态
  source_no text -- 来源单号
);
create index b_work_stoppage_source_module_source_id_idx on b_work_stoppage (source_module, source_id);
create index b_work_stoppage_project_idx on b_work_stoppage (project);
create index b_work_stoppage_supplier_idx on b_work_stoppage (supplier);
create index b_work_stoppage_stopped_at_idx on b_work_stoppage (stopped_at);

-- Standard check tables that the installation brings along.
insert into b_check_table (source_module, source_id, source_effect, name, topic, basis) values
  ('setup', 0, 'setup', '燃气使用安全检查表', '燃气使用安全', 'GB 50028 城镇燃气设计规范'),
  ('setup', 0, 'setup', '电气安全检查表', '电气安全', 'GB 50054 低压配电设计规范'),
  ('setup', 0, 'setup', '高处作业检查表', '高处作业', 'GB 30871 危险化学品企业特殊作业安全规范'),
  ('setup', 0, 'setup', '受限空间检查表', '受限空间', 'GBZ/T 205 密闭空间作业职业危害防护规范'),
  ('setup', 0, 'setup', '危险化学品检查表', '危险化学品', '危险化学品安全管理条例'),
  ('setup', 0, 'setup', '防汛防台检查表', '防汛防台', 'GB 51222 城镇内涝防治技术规范'),
  ('setup', 0, 'setup', '防雷接地检查表', '防雷接地', 'GB 50057 建筑物防雷设计规范'),
  ('setup', 0, 'setup', '冬季防冻检查表', '冬季防冻', '项目冬季防冻方案'),
  ('setup', 0, 'setup', '特种设备检查表', '特种设备', '特种设备安全法、TSG 11、TSG 21');
insert into b_check_clause (source_module, source_id, source_effect, check_table, clause, full_score)
  select 'setup', 0, 'setup', t.id, c.clause, c.score from (values
    (1, '燃气使用安全', '燃气探测器在校准有效期内，报警值不大于25%LEL', 15),
    (2, '燃气使用安全', '报警与紧急切断阀、事故排风联动试验可靠', 20),
    (3, '燃气使用安全', '阀门、法兰、软管检漏无泄漏', 20),
    (4, '燃气使用安全', '燃气表间与机房通风换气次数符合要求', 10),
    (5, '燃气使用安全', '防爆电气、静电释放装置完好', 10),
    (6, '燃气使用安全', '燃气管道标识、色环与警示牌齐全', 10),
    (7, '燃气使用安全', '燃气泄漏应急预案与演练记录齐全', 15),
    (8, '电气安全', '配电柜无过热、积灰，接线端子紧固', 15),
    (9, '电气安全', '绝缘电阻不低于0.5MΩ，有测试记录', 20),
    (10, '电气安全', '接地与等电位联结可靠，接地电阻合格', 20),
    (11, '电气安全', '漏电保护器试验动作可靠', 15),
    (12, '电气安全', '绝缘胶垫、绝缘工具在检定有效期内', 10),
    (13, '电气安全', '电缆沟无积水，孔洞封堵完好', 10),
    (14, '电气安全', '电工持证上岗，执行停送电工作票', 10),
    (15, '高处作业', '高处作业证审批齐全并在有效期内', 20),
    (16, '高处作业', '安全带高挂低用，挂点牢固', 25),
    (17, '高处作业', '脚手架、登高器具验收挂牌', 20),
    (18, '高处作业', '临边孔洞防护与警戒区', 20),
    (19, '高处作业', '六级及以上大风、雨雪停止作业', 15),
    (20, '受限空间', '受限空间台账与警示标识', 10),
    (21, '受限空间', '作业证审批齐全，专人监护', 20),
    (22, '受限空间', '作业前通风并检测氧、可燃与有毒气体', 25),
    (23, '受限空间', '通讯、照明采用安全电压', 15),
    (24, '受限空间', '正压呼吸器、三脚架等救援器材完好', 20),
    (25, '受限空间', '应急救援演练记录', 10),
    (26, '危险化学品', '药剂分类存放，酸碱隔离', 20),
    (27, '危险化学品', '安全技术说明书与标签齐全', 15),
    (28, '危险化学品', '加药间洗眼器与淋洗装置完好', 20),
    (29, '危险化学品', '出入库登记账物相符', 15),
    (30, '危险化学品', '防护眼镜、手套、围裙配备', 15),
    (31, '危险化学品', '废液废桶按规定处置', 15),
    (32, '防汛防台', '排水泵自动启停与备用泵切换试验', 25),
    (33, '防汛防台', '集水坑、地漏与排水沟畅通', 15),
    (34, '防汛防台', '挡水板、沙袋等防汛物资到位', 20),
    (35, '防汛防台', '屋面冷却塔及附件固定牢靠', 20),
    (36, '防汛防台', '值班与应急联络表张贴', 20),
    (37, '防雷接地', '防雷检测报告在有效期内', 25),
    (38, '防雷接地', '接地电阻测试合格', 25),
    (39, '防雷接地', '屋面设备与防雷网可靠连接', 20),
    (40, '防雷接地', '浪涌保护器状态正常', 15),
    (41, '防雷接地', '等电位端子无锈蚀松动', 15),
    (42, '冬季防冻', '停用管路、盘管已泄空或充防冻液', 20),
    (43, '冬季防冻', '冷却塔与室外管道电伴热、保温完好', 20),
    (44, '冬季防冻', '末端最低水温监测达标', 20),
    (45, '冬季防冻', '值班低温巡查记录完整', 20),
    (46, '冬季防冻', '新风机组防冻开关动作可靠', 20),
    (47, '特种设备', '使用登记证与登记标志齐全', 15),
    (48, '特种设备', '定期检验在有效期内', 20),
    (49, '特种设备', '安全阀、压力表校验在有效期内', 20),
    (50, '特种设备', '作业人员持证上岗', 15),
    (51, '特种设备', '日管控、周排查、月调度记录完整', 15),
    (52, '特种设备', '一台一档技术档案齐全', 15)
  ) as c(place, topic, clause, score) join b_check_table t on t.topic = c.topic order by c.place;
