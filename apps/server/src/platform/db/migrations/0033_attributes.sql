-- What projects, contracts, devices and employees are besides their names (packages/forms/src/entities.ts).
alter table project
  add column air_area numeric(20,2), -- 空调面积（m²）
  add column host_count integer, -- 主机台数（台）
  add column cooling_water_volume numeric(20,2), -- 冷却水容量（m³）
  add column chilled_water_volume numeric(20,2), -- 冷冻水容量（m³）
  add column soft_water_quota numeric(20,2), -- 软水月定额（m³）
  add column electric_price numeric(18,4), -- 电价（元/kWh）
  add column water_price numeric(18,4), -- 水价（元/m³）
  add column month_energy_quota numeric(18,2), -- 月度能耗定额（元）
  add column season_energy_quota numeric(18,2), -- 季度能耗定额（元）
  add column lamp_store text; -- 灯具库房

alter table contract
  add column charge_mode text, -- 计费方式
  add column year_amount numeric(18,2), -- 年合同额（元）
  add column settle_area numeric(20,2), -- 计费面积（m²）
  add column cooling_area_price numeric(18,4), -- 制冷面积单价（元/m²）
  add column heating_area_price numeric(18,4), -- 采暖面积单价（元/m²）
  add column overtime_area_price numeric(18,4), -- 加时面积单价（元/m²·h）
  add column overtime_hour_price numeric(18,2), -- 加时小时单价（元/h）
  add column hot_water_charge_way text, -- 热水计费方式
  add column hot_water_heat_price numeric(18,4), -- 热水热价（元/GJ）
  add column hot_water_lump numeric(18,2), -- 热水包干费（元）
  add column hot_water_temp numeric(20,1), -- 热水约定温度（℃）
  add column line_price numeric(18,4), -- 结算单价
  add column price_version text, -- 单价版本
  add column minimum_heat numeric(20,2), -- 保底热量（GJ）
  add column guarantee_amount numeric(18,2), -- 保底金额（元）
  add column shared_saving numeric(18,2), -- 已分享节能收益（元）
  add column invoice_title text, -- 开票抬头
  add column invoice_tax_no text, -- 税号
  add column invoice_bank text, -- 开户行及账号
  add column invoice_address text; -- 开票地址电话

alter table device
  add column unit text, -- 计量单位
  add column verify_due date, -- 检定有效期至
  add column rated_cooling numeric(20,1), -- 额定制冷量（kW）
  add column rated_heating numeric(20,1), -- 额定制热量（kW）
  add column rated_current numeric(20,1), -- 额定电流（A）
  add column rated_pressure numeric(20,2), -- 额定压力（MPa）
  add column allow_pressure numeric(20,2), -- 许用压力（MPa）
  add column allow_temp numeric(20,1), -- 许用温度（℃）
  add column burner_model text, -- 燃烧器型号
  add column charge_weight numeric(20,1), -- 制冷剂充注量（kg）
  add column register_no text, -- 使用登记证号
  add column inner_inspect date, -- 内部检验到期
  add column outer_inspect date, -- 外部检验到期
  add column next_inspection date, -- 下次检验日期
  add column last_clean_date date, -- 最近清洗日期
  add column next_maintain_date date; -- 下次保养日期

alter table employee_profile
  add column employ_type text, -- 用工形式
  add column probation_salary numeric(18,2), -- 试用期月薪（元）
  add column formal_salary numeric(18,2), -- 转正月薪（元）
  add column contract_end date, -- 劳动合同到期
  add column grade text, -- 技师等级
  add column dispatch_company bigint; -- 派遣单位

