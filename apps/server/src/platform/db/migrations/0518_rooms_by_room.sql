-- A building's run, a household and a sheet of rooms go by the room; the constraints' own indexes are of spans, and many times slower to look a room up in.
create index room_fee_room on room_fee (room_id);
create index room_area_room on room_area (room_id);
