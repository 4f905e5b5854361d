import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelsOf, sheetOf } from './place.ts';

const at = (Lng: number | null, Lat: number | null) => ({ Lng, Lat });

describe('places on a sheet', () => {
  it('stand north above south and east right of west, with those without coordinates named', () => {
    const [shanghai, beijing, nowhere] = [at(121.5, 31.2), at(116.4, 39.9), at(null, null)];
    const sheet = sheetOf([shanghai, beijing, nowhere]);
    const spot = (of: object) => sheet?.spots.find((one) => one.of === of);
    expect(spot(beijing)?.y).toBeLessThan(spot(shanghai)?.y ?? 0);
    expect(spot(beijing)?.x).toBeLessThan(spot(shanghai)?.x ?? 0);
    expect(sheet?.missing).toEqual([nowhere]);
  });

  it('are no sheet where no place is known', () => {
    expect(sheetOf([at(null, null)])).toBeNull();
  });

  it('measure a distance as the earth does, in each direction', () => {
    // Shanghai to Suzhou lies east to west, Shanghai to Ningbo north to south.
    const sheet = sheetOf([at(121.47, 31.23), at(120.6, 31.3), at(121.55, 29.87)]);
    const [shanghai, suzhou, ningbo] = sheet?.spots ?? [];
    const perKm = (sheet?.scale.length ?? 0) / (sheet?.scale.km ?? 1);
    const far = (a: typeof shanghai, b: typeof shanghai) =>
      Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0)) / perKm;
    expect(Math.round(far(shanghai, suzhou) / 5) * 5).toBe(85);
    expect(Math.round(far(shanghai, ningbo) / 5) * 5).toBe(150);
  });

  it('keep neighbours apart, each near to where it lies, and names off each other', () => {
    const names = ['浦江国际大厦', '静雅酒店', '湖滨医院', '金鸡湖商业广场'];
    const places = [at(121.505, 31.237), at(121.459, 31.228), at(120.155, 30.259), at(116.43, 39.92)];
    const sheet = sheetOf(
      places.map((place, index) => ({ ...place, name: names[index] ?? '' })),
      () => 1,
    );
    const [one, other] = sheet?.spots ?? [];
    if (sheet === null || one === undefined || other === undefined) throw new Error('nothing is drawn');
    expect(Math.hypot(one.cx - other.cx, one.cy - other.cy)).toBeGreaterThan(one.radius + other.radius);
    expect(Math.hypot(one.cx - one.x, one.cy - one.y)).toBeLessThan(one.radius * 2);
    const labels = labelsOf(sheet, ({ name }) => name);
    expect(labels.filter((label) => label !== null)).toHaveLength(4);
    expect(new Set(labels.map((label) => `${label?.x} ${label?.y}`)).size).toBe(4);
  });

  it('all lie on it, wherever they are', () => {
    const place = fc.record({ Lng: fc.double({ min: 73, max: 135 }), Lat: fc.double({ min: 18, max: 54 }) });
    fc.assert(
      fc.property(
        fc.array(
          place.filter(({ Lng, Lat }) => !Number.isNaN(Lng + Lat)),
          { minLength: 1 },
        ),
        (all) => {
          const sheet = sheetOf(all);
          expect(sheet?.spots).toHaveLength(all.length);
          for (const { x, y, cx, cy, radius } of sheet?.spots ?? []) {
            for (const across of [x, cx - radius + 0.1]) expect(across).toBeGreaterThan(0);
            for (const across of [x, cx + radius - 0.1]) expect(across).toBeLessThan(sheet?.width ?? 0);
            for (const along of [y, cy - radius + 0.1]) expect(along).toBeGreaterThan(0);
            for (const along of [y, cy + radius - 0.1]) expect(along).toBeLessThan(sheet?.height ?? 0);
          }
          expect(sheet?.parallels.length).toBeLessThanOrEqual(7);
        },
      ),
    );
  });
});
