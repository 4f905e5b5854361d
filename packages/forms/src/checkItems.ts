/** Standards of check items, by item: what forms whose tables open with standard rows say of each row. */

/** 系统检查: the system that an item belongs to, its standard, and the points that it counts; a hundred together. */
export const SYSTEM_CHECK_STANDARD = {
  主机真空度: { subsystem: '主机', standard: '停机保压24小时压力回升不大于25Pa', fullScore: '6.0' },
  溶液浓度与颜色: { subsystem: '主机', standard: '浓度在机组要求范围内，颜色淡黄透明无沉淀', fullScore: '4.0' },
  冷剂水液位与比重: { subsystem: '主机', standard: '液位在视镜中部，比重不大于1.04', fullScore: '4.0' },
  屏蔽泵电流与声音: { subsystem: '主机', standard: '电流不大于额定值，无异响', fullScore: '4.0' },
  高发压力与温度: { subsystem: '主机', standard: '温度不超过165℃，压力为负压', fullScore: '5.0' },
  安全阀校验有效期: { subsystem: '安全与现场', standard: '在校验有效期内，铅封完好', fullScore: '4.0' },
  燃烧器火焰形态: { subsystem: '燃烧与燃气', standard: '火焰稳定呈蓝色，无脱火回火', fullScore: '4.0' },
  排烟温度与烟气成分: {
    subsystem: '燃烧与燃气',
    standard: '排烟温度与含氧量在调试值范围，CO不大于100ppm',
    fullScore: '4.0',
  },
  燃气阀组检漏: { subsystem: '燃烧与燃气', standard: '皂液或检漏仪检测无泄漏', fullScore: '6.0' },
  燃气报警与事故风机联动: { subsystem: '燃烧与燃气', standard: '报警切断阀关闭、事故风机启动', fullScore: '6.0' },
  冷却塔布水与填料: { subsystem: '冷却水', standard: '布水均匀，填料无塌陷结垢', fullScore: '3.0' },
  冷却水浓缩倍数: { subsystem: '冷却水', standard: '3～5倍', fullScore: '3.0' },
  冷却水进出水温差: { subsystem: '冷却水', standard: '4～6℃', fullScore: '3.0' },
  冷温水供回水压差: { subsystem: '冷温水', standard: '与设计压差偏差不大于10%', fullScore: '3.0' },
  膨胀水箱与定压: { subsystem: '冷温水', standard: '定压稳定，补水量无异常', fullScore: '3.0' },
  水泵振动与轴承温度: { subsystem: '冷温水', standard: '振动不大于4.5mm/s，轴承温度不大于80℃', fullScore: '4.0' },
  Y型过滤器压差: { subsystem: '冷温水', standard: '压差不大于30kPa', fullScore: '3.0' },
  配电柜端子温度: { subsystem: '配电', standard: '端子温升不大于60K，无变色', fullScore: '4.0' },
  变频器参数与报警: { subsystem: '配电', standard: '参数与备案一致，无历史报警未处理', fullScore: '3.0' },
  传感器偏差: { subsystem: '自控与计量', standard: '温度偏差不大于0.5℃', fullScore: '3.0' },
  靶流开关与联锁保护: { subsystem: '自控与计量', standard: '断流停机联锁动作可靠', fullScore: '5.0' },
  计量表计一致性: { subsystem: '自控与计量', standard: '现场读数与平台一致，在检定有效期内', fullScore: '3.0' },
  末端电动阀动作: { subsystem: '末端', standard: '开关到位，温控器联动', fullScore: '3.0' },
  管道保温与防冻: { subsystem: '末端', standard: '保温完整无结露，防冻措施到位', fullScore: '3.0' },
  消防器材与标识: { subsystem: '安全与现场', standard: '器材在有效期内，标识齐全', fullScore: '4.0' },
  运行记录完整性: { subsystem: '安全与现场', standard: '逐时记录、交接班签字完整', fullScore: '3.0' },
} as const;

/** 设备保养: what each job has to achieve. */
export const MAINTENANCE_STANDARD = {
  外观清洁除锈: { standard: '表面清洁，锈蚀处除锈补漆' },
  轴承加注润滑脂: { standard: '按铭牌牌号与用量，旧脂排净' },
  机械密封或盘根检查: { standard: '机械密封无泄漏，盘根每分钟10～20滴' },
  联轴器对中检查: { standard: '径向偏差不大于0.1mm，轴向不大于0.05mm' },
  地脚螺栓紧固: { standard: '无松动，减振器无老化' },
  皮带张紧度调整: { standard: '按压挠度10～15mm，同组皮带一致' },
  接线端子紧固: { standard: '断电紧固，无过热变色' },
  接触器触点检查: { standard: '触点无烧蚀，动作灵活' },
  变频器除尘: { standard: '散热风道通畅，风扇运转正常' },
  电机绝缘测量: { standard: '380V电机不低于0.5MΩ' },
  压力表温度计核对: { standard: '在检定有效期内，示值偏差在精度内' },
  换热板片清洗: { standard: '无结垢堵塞，压差恢复到设计值' },
  气囊预充压力检查: { standard: '预充压力低于系统最低压力0.02～0.05MPa' },
  调压箱检漏: { standard: '皂液检测无气泡' },
  防护罩检查: { standard: '齐全牢固' },
} as const;
