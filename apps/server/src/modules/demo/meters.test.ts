/** Physics of the demo company's meters: a main counts what the meters below it count, and little more. */
import { dayNumber, dayText } from '@hengneng/core';
import { divisionsOf } from '@hengneng/energy/checks';
import { DEMO_METERS, demoRoom, type RoomHour } from '@hengneng/energy/demo';
import { describe, expect, it } from 'vitest';
import { climateOf, type DemoProject, PROJECTS } from './company.ts';
import { type DemoMeterThing, metersOf, UNMETERED } from './meters.ts';

/** Percent that may be lost on the way before it is a fault. */
const MOST_LOSS = 3;
/** Of its year, hours of all seasons, weekdays and times of day. */
const HOURS = Array.from({ length: 365 }, (_, day) => ((dayNumber('2025-08-01') ?? 0) + day) * 24 + ((day * 7) % 24));

/** What a meter counts in an hour. */
function useOf({ parts }: DemoMeterThing, hour: RoomHour, at: number): number {
  const month = Number(dayText(Math.floor(at / 24)).slice(5, 7));
  return parts.reduce((sum, { meter, dial, factor }) => {
    const register = DEMO_METERS.find(({ id }) => id === meter)?.registers.find(({ key }) => key === dial);
    if (register === undefined) throw new Error(`the machine room has no dial ${meter} ${dial}`);
    return sum + factor * register.use(hour, at % 24, month);
  }, 0);
}

const energyOf = ({ category }: DemoMeterThing): string => category.split('.')[0] ?? category;
const unitOf = (meter: DemoMeterThing): string =>
  ['elec', 'cooling', 'heating'].includes(energyOf(meter)) ? 'kWh' : 'm³';

/** Each main with each way in which the meters below it divide it. */
const mainsOf = (project: DemoProject) => {
  const meters = metersOf(project);
  return meters.flatMap((main) => {
    const below = meters
      .filter(({ parent }) => parent === main.code)
      .map((meter) => ({ meter, unit: unitOf(meter), unitNo: /^(\d+)#/.exec(meter.name)?.[1] ?? null }));
    return divisionsOf({ energy: energyOf(main), unit: unitOf(main) }, below).map(({ name, parts }) => ({
      main,
      name,
      parts: parts.map(({ meter }) => meter),
    }));
  });
};

describe.each(PROJECTS)('meters of $name', (project) => {
  it('count in every hour at most what the main above them counts, and all but a little of it', () => {
    const room = demoRoom(2026, climateOf(project));
    const mains = mainsOf(project);
    expect(mains.map(({ main }) => energyOf(main))).toEqual(expect.arrayContaining(['elec', 'water']));
    for (const { main, name, parts } of mains) {
      const known = UNMETERED.find((one) => one.project === project.code && one.meter === main.code);
      let [whole, counted] = [0, 0];
      for (const at of HOURS) {
        const hour = room(at);
        const own = useOf(main, hour, at);
        const below = parts.reduce((sum, part) => sum + useOf(part, hour, at), 0);
        expect(below, `${main.name}较${name} ${dayText(Math.floor(at / 24))}`).toBeLessThanOrEqual(own * (1 + 1e-9));
        // Mains count in the seasons between, too.
        if (own > 0) expect(below, `${main.name}较${name}`).toBeGreaterThan(0);
        whole += own;
        counted += below;
      }
      expect(whole, main.name).toBeGreaterThan(0);
      const loss = (1 - counted / whole) * 100;
      if (known === undefined) expect(loss, `${main.name}较${name}`).toBeLessThanOrEqual(MOST_LOSS);
      else expect(loss, `${main.name}较${name}`).toBeGreaterThan(5);
    }
  });
});

it('faults on purpose are of meters that are there', () => {
  for (const { project, meter } of UNMETERED) {
    const of = PROJECTS.find(({ code }) => code === project);
    expect(of && metersOf(of).map(({ code }) => code)).toContain(meter);
  }
});
