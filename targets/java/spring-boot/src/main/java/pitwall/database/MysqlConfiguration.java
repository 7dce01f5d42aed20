package pitwall.database;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
@ConditionalOnProperty("MYSQL_HOST")
public class MysqlConfiguration {
  @Bean
  @ConfigurationProperties("mysql")
  DataSourceProperties mysqlProperties() {
    return new DataSourceProperties();
  }

  @Bean
  @ConfigurationProperties("mysql.pool")
  HikariDataSource mysql(@Qualifier("mysqlProperties") DataSourceProperties properties) {
    return properties.initializeDataSourceBuilder().type(HikariDataSource.class).build();
  }
}
