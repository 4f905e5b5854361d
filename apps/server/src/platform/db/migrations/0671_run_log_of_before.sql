-- What inspections read off machines stands in a book that people can look up; the old table, which nobody could open, goes with what it held.
insert into b_device_run_log (source_module, source_id, source_effect, voided, device, project, logged_at, shift, state, fire_rate, chilled_in, chilled_out,
    cooling_in, cooling_out, high_gen_temp, high_gen_pressure, exhaust_temp, air_tank_pressure, pump_current, pump_hz, pump_amp, pump_in, pump_out, looks, document)
  select 'roomInspectionRecord', l.source_id, 'roomInspectionRecord.runLog', l.voided, l.device_id, l.project_code, l.logged_at, f.shift, l.state,
    r."fireRate", r."chilledIn", r."chilledOut", r."coolingIn", r."coolingOut", r."highGenTemp", r."highGenPressure", r."exhaustTemp", r."airTankPressure",
    r."pumpCurrent", r."pumpHz", r."pumpAmp", r."pumpIn", r."pumpOut", coalesce(l.readings -> 'flame', l.readings -> 'pumpOk') ->> 'result', f.serial
  from device_run_log l left join f_room_inspection_record f on f.id = l.source_id
    cross join lateral jsonb_to_record(l.readings) r("fireRate" numeric, "chilledIn" numeric, "chilledOut" numeric, "coolingIn" numeric, "coolingOut" numeric,
      "highGenTemp" numeric, "highGenPressure" numeric, "exhaustTemp" numeric, "airTankPressure" numeric, "pumpCurrent" numeric, "pumpHz" numeric,
      "pumpAmp" numeric, "pumpIn" numeric, "pumpOut" numeric) order by l.id;
drop table device_run_log;

-- The way back of this effect is by what it noted.
update effect_log set note = note || jsonb_build_object('books', 'b_device_run_log')
  where effect = 'roomInspectionRecord.runLog' and reversed_at is null;
