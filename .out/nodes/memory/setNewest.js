"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.setNewest = setNewest;
function setNewest(map, key, value, most) {
    map.delete(key);
    map.set(key, value);
    for (const oldest of map.keys()) {
        if (map.size <= most)
            return;
        map.delete(oldest);
    }
}
