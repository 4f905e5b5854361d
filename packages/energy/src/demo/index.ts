export { type AlarmKind, type Episode, episodesOf } from './alarms.ts';
export { DEMO_CLIMATES, type DemoClimate } from './climate.ts';
export {
  DEMO_METERS,
  type DemoMeter,
  type DemoMeterType,
  type DemoRegister,
  demoTou,
  TOU_NAMES,
  type DemoTouKind,
} from './meters.ts';
export { CHILLER_POINTS, type ChillerPoint, ROOM_POINTS, type RoomPoint } from './points.ts';
export {
  type ChillerHour,
  DEMO_ROOM,
  demoMode,
  type DemoMode,
  type DemoRoom,
  demoRoom,
  roomDay,
  type RoomDay,
  type RoomHour,
} from './room.ts';
export * from './simulate.ts';
export { type DemoWeather, demoWeather } from './weather.ts';
