/** A mistake that is planted into the built code, to see how soon the simulator finds it. */
export interface PlantedFault {
  name: string;
  /** Below dist. */
  file: string;
  /** Text of the built file, found once. */
  find: string;
  put: string;
}

export const plantedFaults: PlantedFault[] = [];
