package pitwall;

import java.time.Instant;
import org.noear.snack4.Feature;
import org.noear.solon.annotation.Bean;
import org.noear.solon.annotation.Configuration;
import org.noear.solon.serialization.snack4.Snack4StringSerializer;

@Configuration
public class JsonConfiguration {
  @Bean
  void configure(Snack4StringSerializer serializer) {
    serializer.getSerializeConfig().addFeatures(Feature.Write_UseSmlSnakeStyle, Feature.Write_Nulls);
    serializer.addEncoder(Instant.class, Instant::toString);
  }
}
