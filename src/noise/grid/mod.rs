mod simd;
